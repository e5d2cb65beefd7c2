import { readFileSync } from 'node:fs';
import type pg from 'pg';

export type Db = Pick<pg.Pool, 'query'>;

const FILES = [
  'begin-arrival',
  'clear-faults',
  'count-arrivals',
  'count-keys',
  'find-refunds',
  'get-file',
  'get-kept-answer',
  'get-mail',
  'get-payment-policy',
  'get-policy',
  'insert-arrival',
  'insert-mail',
  'insert-refund',
  'keep-answer',
  'ledger-count',
  'ledger-keys',
  'list-arrivals',
  'list-faults',
  'list-mail',
  'next-arrival',
  'order-fault',
  'payment-balance',
  'put-file',
  'put-payment-policy',
  'put-policy',
  'take-fault',
] as const;
export type StatementName = (typeof FILES)[number];

const TEXTS = new Map<StatementName, string>(
  FILES.map((name) => [name, readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8')]),
);

/** Runs one statement of `src/sql/`, prepared once per connection, and returns its rows. Errors are those of `pg`. */
export async function run<Row extends pg.QueryResultRow>(
  db: Db,
  name: StatementName,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await db.query<Row>({ name, text: TEXTS.get(name) ?? '', values: [...values] });
  return result.rows;
}
