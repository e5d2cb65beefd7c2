import type { Json } from '@checkpoint/contracts';

type JsonObject = { readonly [key: string]: Json };

/**
 * Proto fields as a person reads them: payloads become the JSON that they hold (binary ones stay), durations become
 * `2s`, and timestamps, which are the fields whose names end in "time", become ISO 8601.
 */
export function readable(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((item) => readable(item, name));
  if (value === null || typeof value !== 'object') return value;
  const object = value as JsonObject;
  const encoded = jsonOf(object);
  if (encoded !== undefined) return JSON.parse(encoded) as Json;
  return time(object, name) ?? entries(object);
}

function entries(object: JsonObject): Json {
  return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, readable(item, key)]));
}

function time(value: JsonObject, name: string): Json | undefined {
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => key === 'seconds' || key === 'nanos')) return undefined;
  const seconds = Number(value.seconds ?? 0) + Number(value.nanos ?? 0) / 1e9;
  return /time$/i.test(name) ? new Date(seconds * 1_000).toISOString() : `${seconds}s`;
}

/** The text of a payload that holds JSON. */
function jsonOf(value: JsonObject): string | undefined {
  const { metadata, data } = value;
  if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata)) return undefined;
  const encoding = (metadata as JsonObject).encoding;
  if (typeof encoding !== 'string') return undefined;
  const name = Buffer.from(encoding, 'base64').toString('utf8');
  if (name !== 'json/plain' || typeof data !== 'string') return undefined;
  return Buffer.from(data, 'base64').toString('utf8');
}
