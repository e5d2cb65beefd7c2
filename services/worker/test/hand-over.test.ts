/** A worker whose pod is being deleted gives up at once what it cannot finish, and another goes on while it still lives. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { call, type Recorded, scriptedAgent, turn } from './fixtures/agents.ts';
import { createHarness, type Harness, type TestWorker } from './fixtures/harness.ts';

/** From the word to the next attempt elsewhere: the grace of effects, a poll, and a busy machine. */
const MAX_MS = 1_000;

let harness: Harness;
before(async () => {
  harness = await createHarness();
});
after(() => harness.close());

type Script = Parameters<typeof scriptedAgent>[0];

/** The worker that has the run, then a second one. */
async function work(
  script: Script,
): Promise<{ recorded: Recorded; first: TestWorker; second(): Promise<TestWorker> }> {
  const recorded: Recorded = { events: [], answers: 0 };
  const first = await harness.work(scriptedAgent(script, recorded));
  return { recorded, first, second: () => harness.work(scriptedAgent(script, recorded)) };
}

async function rows(text: string, runId: string): Promise<Record<string, unknown>[]> {
  return (await harness.db.pool.query(text, [runId])).rows;
}

test('an attempt that is stuck between send and settle is given up, and another worker takes it over while the first one lives', async () => {
  const { first, second } = await work([turn(call('act', { on: 'a' }), call('finish', { summary: 'x' }))]);
  const { runId, handle } = await harness.start({
    faults: [{ kind: 'hold', step: 1, tool: 'act', move: 'after_send' }],
  });
  await waitFor(
    'the hold',
    async () => (await rows('SELECT FROM holds WHERE run_id = $1', runId)).length > 0,
  );
  const other = await second();
  const begunMs = performance.now();
  first.handOver.begin();
  const attempts = await waitFor('the next attempt', async () => {
    const found = await rows(
      `SELECT worker_id, outcome, error ->> 'code' AS code FROM attempts
       WHERE run_id = $1 AND activity <> 'model' ORDER BY attempt`,
      runId,
    );
    return found.length > 1 && found;
  });
  assert.ok(performance.now() - begunMs < MAX_MS, `${performance.now() - begunMs} ms`);
  assert.deepEqual(attempts[0], { worker_id: first.id, outcome: 'failed', code: 'WORKER_STOPPING' });
  assert.equal(attempts[1]?.worker_id, other.id);
  assert.deepEqual(await handle.result(), { steps: 1, endedBy: 'finish' });
  const effects = await rows(
    `SELECT a.epoch, a.worker_id, a.outcome FROM effect_attempts a JOIN effects e USING (key)
     WHERE e.run_id = $1 AND e.kind = 'effect' ORDER BY a.epoch`,
    runId,
  );
  assert.deepEqual(effects, [
    { epoch: 1, worker_id: first.id, outcome: 'ambiguous' },
    { epoch: 2, worker_id: other.id, outcome: 'applied' },
  ]);
  assert.deepEqual(await rows('SELECT FROM death_certificates WHERE worker_id = $1', first.id), []);
  await Promise.all([first.stop(), other.stop()]);
});

test('an effect that must never be sent twice runs on to its end, and its outcome is used', async () => {
  const { recorded, first, second } = await work([
    turn(call('once', { on: 'slow' }), call('finish', { summary: 'x' })),
  ]);
  const { runId, handle } = await harness.start();
  await waitFor('the send', () => recorded.events.includes('once slow'));
  const other = await second();
  first.handOver.begin();
  assert.deepEqual(await handle.result(), { steps: 1, endedBy: 'finish' });
  assert.deepEqual(
    recorded.events.filter((event) => event.startsWith('once')),
    ['once slow', 'once done'],
  );
  const effects = await rows(`SELECT state, epoch FROM effects WHERE run_id = $1 AND kind = 'effect'`, runId);
  assert.deepEqual(effects, [{ state: 'applied', epoch: 1 }]);
  await Promise.all([first.stop(), other.stop()]);
});

test('a worker that hands over with nothing in its hands takes no new work, and may be told so twice', async () => {
  const { first, second } = await work([turn(call('finish', { summary: 'x' }))]);
  first.handOver.begin();
  first.handOver.begin();
  const other = await second();
  const { handle } = await harness.start();
  assert.deepEqual(await handle.result(), { steps: 1, endedBy: 'finish' });
  await Promise.all([first.stop(), other.stop()]);
});
