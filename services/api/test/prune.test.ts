import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '@checkpoint/testing';
import { createPruning } from '../src/events/prune.ts';
import { insertRunRow } from './support/rows.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase('product');
});
after(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE run_events'));

const DAY = 86_400;

/** A run whose events are all of one age; it ended `endedDays` ago, or goes on. */
async function run(runId: string, age: { days: number; endedDays?: number; events?: number }): Promise<void> {
  const { pool } = database;
  await insertRunRow(pool, runId, { ageSeconds: age.days * DAY });
  if (age.endedDays !== undefined) {
    await pool.query(
      `UPDATE runs SET status = 'completed', ended_at = now() - make_interval(days => $2) WHERE run_id = $1`,
      [runId, age.endedDays],
    );
  }
  await pool.query('DELETE FROM run_events WHERE run_id = $1', [runId]);
  await pool.query(
    `INSERT INTO run_events (run_id, kind, step, at)
     SELECT $1, 'step', n, now() - make_interval(days => $2) FROM generate_series(1, $3) n`,
    [runId, age.days, age.events ?? 3],
  );
}

async function left(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(
    `SELECT coalesce(run_id, 'workers') AS run_id, count(*)::int AS n FROM run_events GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ run_id, n }) => [run_id, n]));
}

test('events of a run that ended more than a week ago are removed, and those of any other run stay', async () => {
  await run('long-ended', { days: 9, endedDays: 8 });
  await run('just-ended', { days: 9, endedDays: 6 });
  await run('goes-on', { days: 90 });
  const { pool } = database;
  await pool.query(
    `INSERT INTO run_events (kind, at) VALUES ('worker', now() - interval '8 days'), ('worker', now())`,
  );
  assert.equal(await createPruning(pool).turn(), 4);
  assert.deepEqual(await left(), { 'goes-on': 3, 'just-ended': 3, workers: 1 });
});

test('a turn is bounded, the next one goes on from there, and old runs that go on hold up nothing', async () => {
  await run('old-and-open', { days: 30, events: 25 });
  await run('large-ended', { days: 20, endedDays: 19, events: 60 });
  await run('young', { days: 1 });
  const pruning = createPruning(database.pool, 2);
  const first = await pruning.turn();
  assert.equal(first, 15, 'twenty batches of two, of which 25 rows belong to the open run');
  assert.equal(await pruning.turn(), 40);
  assert.equal(await pruning.turn(), 5);
  assert.deepEqual(await left(), { 'old-and-open': 25, young: 3 });
});

test('two replicas that prune at once remove each event once', async () => {
  await run('shared', { days: 20, endedDays: 19, events: 500 });
  const removed = await Promise.all([1, 2].map(() => createPruning(database.pool, 50).turn()));
  assert.equal(
    removed.reduce((sum, count) => sum + count, 0),
    500,
  );
  assert.deepEqual(await left(), {});
});
