import { z } from 'zod';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const Json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(Json), z.record(z.string(), Json)]),
);

/**
 * JSON with the keys of every object sorted by code unit and no white space, so that equal values have equal bytes
 * (the idea of RFC 8785; numbers are written as ECMAScript writes them). Throws a TypeError for what JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  const text = JSON.stringify(sorted(value));
  if (text === undefined) throw new TypeError(`${typeof value} has no JSON form`);
  return text;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}
