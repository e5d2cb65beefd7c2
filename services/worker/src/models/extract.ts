import type { Json } from '@checkpoint/contracts';

/** Characters kept of a long text: its beginning says what it is, its end often how it came out. */
const HEAD_CHARS = 1_200;
const TAIL_CHARS = 400;
/** Entries kept of a long list. */
const KEPT_ENTRIES = 10;
/** Characters of a whole extract: some 1,500 tokens. */
const EXTRACT_CHARS = 6_000;

/** What a long value says, by plain rules: short parts as they are, the ends of long texts, the first of many entries. */
export function extract(value: Json): string {
  const short = typeof value === 'string' ? shortened(value) : JSON.stringify(shortened(value));
  return cut(String(short), EXTRACT_CHARS - TAIL_CHARS, TAIL_CHARS);
}

function shortened(value: Json): Json {
  if (typeof value === 'string') return cut(value, HEAD_CHARS, TAIL_CHARS);
  if (Array.isArray(value)) {
    const kept = value.slice(0, KEPT_ENTRIES).map(shortened);
    return value.length > KEPT_ENTRIES ? [...kept, `[${value.length - KEPT_ENTRIES} more entries]`] : kept;
  }
  if (value === null || typeof value !== 'object') return value;
  // By name, because Postgres gives the keys of an object back in an order of its own.
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, shortened(part as Json)]));
}

function cut(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) return text;
  return `${text.slice(0, head)} [${text.length - head - tail} characters left out] ${text.slice(-tail)}`;
}
