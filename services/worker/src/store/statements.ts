import { readFileSync } from 'node:fs';
import type { Rider } from '@checkpoint/journal';
import type pg from 'pg';

const NAMES = [
  'add-usage',
  'answer-run',
  'answer-step',
  'ask-approval',
  'ask-calls',
  'begin',
  'conversation',
  'end-attempt',
  'end-attempt-settled',
  'end-attempt-stored',
  'end-call',
  'end-call-stored',
  'end-read',
  'expire-approval',
  'fail-step',
  'find-approval',
  'hold',
  'prior-attempt',
  'read-output',
  'refuse-edit',
  'register-agents',
  'store-summary',
] as const;
export type StatementName = (typeof NAMES)[number];

const TEXTS = new Map<StatementName, string>(
  NAMES.map((name) => [name, readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8')]),
);

/** One of the worker's statements, to ride on a statement of the journal. */
export function rider(name: StatementName, values: readonly unknown[]): Rider {
  return { text: TEXTS.get(name) ?? '', values };
}

/** Runs one of the worker's statements, prepared once per connection. */
export async function run<Row extends pg.QueryResultRow>(
  db: Pick<pg.Pool, 'query'>,
  name: StatementName,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await db.query<Row>({
    name: `worker_${name}`,
    text: TEXTS.get(name) ?? '',
    values: [...values],
  });
  return result.rows;
}
