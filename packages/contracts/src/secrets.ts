import type { Json } from './json.ts';

/** What a person, a log and the model's later turns see in place of a secret. */
export const SHOWN_SECRET = '[secret]';

/** A secret as it is stored: encrypted, with the operator's key. */
export interface Sealed {
  readonly $sealed: string;
}

export function isSealed(value: Json): value is Json & Sealed {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return typeof (value as { readonly $sealed?: unknown }).$sealed === 'string';
}

/** The same arguments as anybody may see them: sealed fields, and those named, replaced. */
export function shownFields(args: Json, secrets: readonly string[] = []): Json {
  return mapFields(args, (name, value) => (secrets.includes(name) || isSealed(value) ? SHOWN_SECRET : value));
}

/** The same object with each of its own fields changed; anything else as it is. */
export function mapFields(args: Json, change: (name: string, value: Json) => Json): Json {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return args;
  const entries = Object.entries(args as { readonly [key: string]: Json });
  return Object.fromEntries(entries.map(([name, value]) => [name, change(name, value)]));
}
