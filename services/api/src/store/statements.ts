import { readFileSync } from 'node:fs';
import type { Db } from '@checkpoint/journal';
import type pg from 'pg';

export type { Db } from '@checkpoint/journal';

const texts = new Map<string, string>();

function text(name: string): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const read = readFileSync(new URL(`../sql/${name}.sql`, import.meta.url), 'utf8');
  texts.set(name, read);
  return read;
}

/** Runs `src/sql/<name>.sql`, prepared once per connection, and gives its rows. Errors are those of `pg`. */
export async function rows<Row extends pg.QueryResultRow>(
  db: Db,
  name: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await db.query<Row>({ name: `api_${name}`, text: text(name), values: [...values] });
  return result.rows;
}

/** The first row, or undefined. */
export async function row<Row extends pg.QueryResultRow>(
  db: Db,
  name: string,
  values: readonly unknown[] = [],
): Promise<Row | undefined> {
  return (await rows<Row>(db, name, values))[0];
}

/** Database time as ISO 8601 in UTC. Times inside aggregated JSON come as text. */
export function instant(time: Date | string): string {
  return (typeof time === 'string' ? new Date(time) : time).toISOString();
}

export function nullableInstant(time: Date | string | null): string | null {
  return time === null ? null : instant(time);
}
