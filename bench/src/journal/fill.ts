import { clock } from '@checkpoint/local';
import pg from 'pg';
import type { BenchmarkContext } from '../lib/benchmark.ts';

/** Rows of one INSERT: progress every few seconds, and an interruption is noticed. */
const CHUNK_ROWS = 250_000;

/** Effects of one run: its keys lie side by side, the runs at random among each other. */
const EFFECTS_A_RUN = 90;

/** $1 first row, $2 last row, $3 worker. Rows as a settled journal holds them. */
const EFFECTS = `
  INSERT INTO effects (key, run_id, step, tool_use_id, tool, delivery, args, args_sha256, state, worker_id, result,
                       provider_ref, intended_at, applied_at, resolved_by)
  SELECT run_id || ':' || step || ':' || call, run_id, step, call, 'book', 'keyed', args,
         encode(sha256(convert_to(args, 'UTF8')), 'hex'), 'applied', $3,
         jsonb_build_object('output', jsonb_build_object('ok', true, 'value', jsonb_build_object('id', 'ch_' || n)),
                            'artifacts', '[]'::jsonb),
         'ch_' || n, now() - interval '40 days', now() - interval '40 days', 'worker'
  FROM (
    SELECT n, 'bench-' || substr(md5((n / ${EFFECTS_A_RUN})::text), 1, 12) AS run_id,
           (n % ${EFFECTS_A_RUN} / 3 + 1)::int AS step, 'call_' || n % 3 + 1 AS call,
           '{"account":"4' || n || '00","amount":"' || n % 1000 || '.00","currency":"EUR"}' AS args
    FROM generate_series($1::bigint, $2::bigint) AS n
  ) AS rows`;

const ATTEMPTS = `
  INSERT INTO effect_attempts (key, epoch, worker_id, started_at, deadline_at, ended_at, outcome)
  SELECT run_id || ':' || step || ':' || call, 1, $3, now() - interval '40 days',
         now() - interval '40 days' + interval '30 seconds', now() - interval '40 days', 'applied'
  FROM (
    SELECT 'bench-' || substr(md5((n / ${EFFECTS_A_RUN})::text), 1, 12) AS run_id,
           (n % ${EFFECTS_A_RUN} / 3 + 1)::int AS step, 'call_' || n % 3 + 1 AS call
    FROM generate_series($1::bigint, $2::bigint) AS n
  ) AS rows`;

/**
 * Fills the journal with settled effects, each with its one attempt. Triggers and foreign keys are off in this session
 * only, indexes are in place; at the end the tables are vacuumed and analysed as autovacuum would have done by then.
 */
export async function fill(
  { report, signal }: Pick<BenchmarkContext, 'report' | 'signal'>,
  databaseUrl: string,
  rows: number,
  workerId: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query('SET synchronous_commit = off');
    const begun = performance.now();
    for (let first = 0; first < rows; first += CHUNK_ROWS) {
      signal.throwIfAborted();
      const last = Math.min(rows, first + CHUNK_ROWS) - 1;
      await client.query(EFFECTS, [first, last, workerId]);
      await client.query(ATTEMPTS, [first, last, workerId]);
      const elapsedMs = performance.now() - begun;
      const leftMs = (elapsedMs / (last + 1)) * (rows - last - 1);
      report(`filled ${last + 1} of ${rows} rows, about ${clock(leftMs)} left`);
    }
    report('vacuum, analyze and checkpoint');
    await client.query('VACUUM (ANALYZE) effects, effect_attempts');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}
