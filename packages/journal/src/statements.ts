import { createHash } from 'node:crypto';
import { tracingChannel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** What a statement needs: a pool, or one client inside a transaction. */
export type Db = Pick<pg.Pool, 'query'>;

/**
 * One data-modifying statement of the caller that commits with the journal's own, in the same statement and so in the
 * same round trip. It counts its parameters from `$1`. Beside a settle it can say `… FROM settled`, and then does
 * nothing when the attempt was fenced; beside an intend it can read `intent (fresh, state)`.
 */
export interface Rider {
  readonly text: string;
  readonly values: readonly unknown[];
}

const FILES = [
  'certify-death',
  'close-attempt',
  'give-up-stopped',
  'intend',
  'lapsed-workers',
  'last-resolution',
  'mark-fenced',
  'note-release',
  'next-runs',
  'prior-failures',
  'put-claim',
  'register-worker',
  'remove-claims',
  'remove-settled-runs',
  'renew-lease',
  'resolve',
  'settle',
  'stop-run',
  'takeover',
] as const;
export type StatementName = (typeof FILES)[number];

const TEXTS = new Map<StatementName, string>(
  FILES.map((name) => [name, readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8')]),
);

/** What is told of a statement before it is sent, and again when it ended or failed. */
export interface StatementTold {
  readonly statement: string;
}
/** Tells whoever measures of each statement that the journal runs. While nobody listens, nothing is told. */
export const STATEMENTS = tracingChannel<string, StatementTold>('checkpoint:journal:statement');

const RIDERS_MARK = '-- riders\n';

/** Runs one of the journal's statements, prepared once per connection. Errors are those of `pg`. */
export async function run<Row extends pg.QueryResultRow>(
  db: Db,
  name: StatementName,
  values: readonly unknown[],
  riders: readonly Rider[] = [],
): Promise<{ rows: Row[]; rowCount: number | null }> {
  const text = TEXTS.get(name) ?? '';
  const composed = riders.length === 0 ? { text, values } : compose(text, values, riders);
  const suffix =
    riders.length === 0 ? '' : `_${createHash('sha1').update(composed.text).digest('hex').slice(0, 12)}`;
  const query = { name: `journal_${name}${suffix}`, text: composed.text, values: [...composed.values] };
  return await STATEMENTS.tracePromise(() => db.query<Row>(query), { statement: name });
}

/** Runs riders without a statement of the journal, `head` standing for the table that they read. */
export async function runRiders(db: Db, head: string, riders: readonly Rider[]): Promise<void> {
  if (riders.length === 0) return;
  const { text, values } = compose(`WITH ${head}\n${RIDERS_MARK}SELECT 1`, [], riders);
  await db.query({ text, values: [...values] });
}

function compose(text: string, values: readonly unknown[], riders: readonly Rider[]): Rider {
  if (!text.includes(RIDERS_MARK)) throw new TypeError('this statement takes no riders');
  const all = [...values];
  const parts = riders.map((rider, index) => {
    const base = all.length;
    all.push(...rider.values);
    const shifted = rider.text.replace(/\$(\d+)/g, (_, digits: string) => `$${base + Number(digits)}`);
    return `, rider_${index} AS (\n${shifted}\n)\n`;
  });
  return { text: text.replace(RIDERS_MARK, () => parts.join('')), values: all };
}
