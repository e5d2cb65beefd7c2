import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '@checkpoint/testing';
import { createRetention } from '../src/retention/retention.ts';

const DAYS = 30;
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase('product');
  await database.pool.query(
    "INSERT INTO workers (worker_id, host, build_id, lease_until) VALUES ('h/1', 'h', 'test', now() - interval '60 days')",
  );
});
after(() => database.drop());

/** A run with one effect of the state, intended and ended so many days ago; open when `endedDays` is null. */
async function run(
  runId: string,
  state: 'applied' | 'unknown' | 'intended',
  days: number,
  endedDays: number | null,
) {
  const { pool } = database;
  await pool.query(
    `INSERT INTO runs (run_id, agent, input, budgets, status, started_at, ended_at)
     VALUES ($1, 'a', '{}', '{}', CASE WHEN $3::int IS NULL THEN 'running' ELSE 'completed' END,
             now() - make_interval(days => $2), now() - make_interval(days => $3))`,
    [runId, days, endedDays],
  );
  await pool.query(
    `INSERT INTO effects (key, run_id, step, tool_use_id, tool, delivery, args, args_sha256, state, worker_id, result,
                          intended_at, applied_at)
     VALUES ($1 || ':1:c', $1, 1, 'c', 't', 'idempotent', '{}', repeat('0', 64), $2, 'h/1', '{}',
             now() - make_interval(days => $3), CASE WHEN $2 = 'applied' THEN now() - make_interval(days => $3) END)`,
    [runId, state, days],
  );
}

async function left(): Promise<string[]> {
  const { rows } = await database.pool.query('SELECT run_id FROM effects ORDER BY run_id');
  return rows.map((row) => row.run_id);
}

test('removes the settled effects of runs that ended long ago, and keeps unknown ones and those of open or younger runs', async () => {
  await run('old-applied', 'applied', 45, 40);
  await run('old-unknown', 'unknown', 45, 40);
  await run('old-open', 'applied', 45, null);
  await run('young', 'applied', 12, 10);
  const retention = createRetention(database.pool, DAYS);
  assert.deepEqual(await retention.turn(), { runs: 1, effects: 1, claims: 0 });
  assert.deepEqual(await left(), ['old-open', 'old-unknown', 'young']);
  assert.deepEqual(await retention.turn(), { runs: 0, effects: 0, claims: 0 });
});
