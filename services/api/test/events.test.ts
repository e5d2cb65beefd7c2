import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLogger } from '@checkpoint/telemetry';
import { waitFor } from '@checkpoint/testing';
import { createEventHub } from '../src/events/hub.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { certify, insertRunRow, insertWorker } from './support/rows.ts';
import { openStream } from './support/stream.ts';

let api: Harness;
let origin: string;
before(async () => {
  api = await createHarness();
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => api.close());

async function addStep(runId: string, step: number): Promise<void> {
  await api.database.pool.query('INSERT INTO steps (run_id, step) VALUES ($1, $2)', [runId, step]);
}

test('a new reader gets the past of the run and then what changes', async () => {
  await insertRunRow(api.database.pool, 'past-1');
  await addStep('past-1', 1);
  const stream = await openStream(`${origin}/api/runs/past-1/events`);
  await waitFor('the past', () => stream.events.length === 2);
  await addStep('past-1', 2);
  await waitFor('the change', () => stream.events.length === 3);
  assert.deepEqual(
    stream.events.map((event) => [event.kind, event.step]),
    [
      ['run', null],
      ['step', 1],
      ['step', 2],
    ],
  );
  assert.match(stream.text(), /^retry: 500$/m);
  assert.match(stream.text(), /^id: \d+-\d+\nevent: step\ndata: /m);
  stream.close();
});

test('a stream goes on from Last-Event-ID without a gap, also for a transaction that commits late', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'late-1');
  const late = await pool.connect();
  await late.query('BEGIN');
  // Takes its transaction id and its place in the order now, and commits last.
  await late.query(`INSERT INTO steps (run_id, step) VALUES ('late-1', 1)`);
  await addStep('late-1', 2);

  const first = await openStream(`${origin}/api/runs/late-1/events`);
  await waitFor('the first event', () => first.events.length === 1);
  // The second step is committed, but the first may still come before it: nothing is shown yet.
  await addStep('late-1', 3);
  assert.equal(first.events.length, 1);
  const lastId = first.events[0]?.id;
  first.close();

  const second = await openStream(`${origin}/api/runs/late-1/events`, lastId);
  await late.query('COMMIT');
  late.release();
  await waitFor('all three steps', () => second.events.length === 3);
  assert.deepEqual(
    second.events.map((event) => event.step),
    [1, 2, 3],
  );
  second.close();
});

test('a reload in the middle misses nothing: the answer’s latestEventId is where the stream goes on', async () => {
  await insertRunRow(api.database.pool, 'reload-1');
  await addStep('reload-1', 1);
  const run = (await api.app.inject('/api/runs/reload-1')).json();
  await addStep('reload-1', 2);
  const stream = await openStream(`${origin}/api/runs/reload-1/events?lastEventId=${run.latestEventId}`);
  await waitFor('the step after the read', () => stream.events.some((event) => event.step === 2));
  stream.close();
});

test('under concurrent writers every event is delivered once, in one order, to readers that come and go', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'storm-1');
  const steps = 200;
  const writing = Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let step = writer + 1; step <= steps; step += 4) await addStep('storm-1', step);
    }),
  );
  const seen: string[] = [];
  let lastId: string | undefined;
  while (seen.length < steps + 1) {
    const stream = await openStream(`${origin}/api/runs/storm-1/events`, lastId);
    await waitFor('some events', () => stream.events.length > 0);
    seen.push(...stream.events.map((event) => event.id));
    lastId = seen.at(-1);
    stream.close();
  }
  await writing;
  assert.equal(new Set(seen).size, steps + 1, 'no event twice');
  const { rows } = await pool.query(
    `SELECT xid::text || '-' || id AS id FROM run_events WHERE run_id = 'storm-1' ORDER BY xid, id`,
  );
  assert.deepEqual(
    seen,
    rows.map((row) => row.id),
  );
});

test('the stream of all tells of runs, workers and deaths, from now on', async () => {
  const { pool } = api.database;
  const stream = await openStream(`${origin}/api/events`);
  const workerId = await insertWorker(pool);
  await insertRunRow(pool, 'all-1');
  await certify(pool, workerId, 0);
  await waitFor('three events', () => stream.events.length === 3 || undefined, { timeoutMs: 3_000 }).catch(
    (e) => {
      throw new Error(stream.text(), { cause: e });
    },
  );
  assert.deepEqual(
    stream.events.map((event) => [event.kind, event.runId]),
    [
      ['worker', null],
      ['run', 'all-1'],
      ['worker', null],
    ],
  );
  stream.close();
});

test('an id that is no event id is refused by name', async () => {
  const response = await api.app.inject({ url: '/api/events', headers: { 'last-event-id': 'yesterday' } });
  assert.equal(response.statusCode, 400);
  assert.match(response.json().detail, /headers.last-event-id: got "yesterday"/);
});

test('one query serves all readers, and none is made without a reader', async () => {
  const { pool } = api.database;
  let queries = 0;
  const counted: Pick<typeof pool, 'query'> = Object.create(pool, {
    query: {
      value: (...args: Parameters<typeof pool.query>) => {
        queries += 1;
        return pool.query(...args);
      },
    },
  });
  const hub = createEventHub(counted, createLogger({ service: 'test', level: 'silent' }));
  assert.equal(queries, 0);
  const gone = new AbortController();
  const received = [0, 0, 0];
  const reading = received.map(async (_, index) => {
    for await (const batch of await hub.subscribe({ signal: gone.signal })) received[index] = batch.length;
  });
  await waitFor('three readers', () => hub.readers === 3 && queries >= 2);
  const before = queries;
  await waitFor('five polls', () => queries >= before + 5);
  await insertRunRow(pool, 'one-query-1');
  await waitFor('everybody has heard', () => received.every((count) => count === 1));
  gone.abort();
  await Promise.all(reading);
  assert.equal(hub.readers, 0);
  hub.close();
});

test('a reader that leaves is forgotten, and closing the hub ends every stream', async () => {
  const other = await api.another();
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 });
  const stays = await openStream(`${address}/api/events`);
  await other.stop();
  await waitFor('the end of the stream', () => stays.ended);
});
