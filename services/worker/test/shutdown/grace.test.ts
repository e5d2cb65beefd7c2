/** How a worker stops: real processes and real signals. Grace times are shorter than the product's, to keep this short. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { startProxy } from '../liveness/fixtures/proxy.ts';
import { createWorld, type Run, type World } from '../liveness/fixtures/world.ts';

/** From the end of a process to the next attempt elsewhere, milliseconds. */
const MAX_GAP_MS = 1_000;
/** EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT and EVENT_TYPE_WORKFLOW_TASK_FAILED. */
const BAD_EVENTS = [8, 9];

let world: World;
before(async () => {
  world = await createWorld();
});
afterEach(() => world.killAll());
after(() => world.close());

const grace = (graceMs: number, forceMs: number): Record<string, string> => ({
  CHECKPOINT_SHUTDOWN_GRACE_MS: String(graceMs),
  CHECKPOINT_SHUTDOWN_FORCE_MS: String(forceMs),
});

const began = (run: Run, times = 1): Promise<true> =>
  waitFor('the tool to begin', () => {
    const lines = world.diary(run.runId).filter(({ what }) => what === 'began');
    return lines.length >= times && true;
  });

/** Workflow tasks of the run that timed out or failed, as the history tells them. */
async function badEvents({ runId }: Run): Promise<unknown[]> {
  const { events } = await world.client.workflow.getHandle(runId).fetchHistory();
  return (events ?? [])
    .filter(({ eventType }) => BAD_EVENTS.includes(eventType ?? 0))
    .map(({ eventId, workflowTaskTimedOutEventAttributes, workflowTaskFailedEventAttributes }) => ({
      eventId: String(eventId),
      ...workflowTaskTimedOutEventAttributes,
      ...workflowTaskFailedEventAttributes,
    }));
}

const end = async ({ runId }: Run): Promise<void> => {
  await world.client.workflow.getHandle(runId).terminate('the test is over');
};

test('a rolling restart in the middle of tools makes no second attempt, and no workflow task times out', async () => {
  const old = await world.worker();
  const runs = await Promise.all([1, 2, 3].map(() => world.run({ work: { how: 'gated' }, steps: 2 })));
  for (const run of runs) await began(run);
  old.signal('SIGTERM');
  await waitFor('the hand-over', () => old.output().includes('its workflows are handed over'));
  for (const { runId } of runs) world.openGate(runId);
  assert.equal(await old.exited, 0, old.output());
  // Only now, so that the workflows' next tasks wait for longer than a sticky queue may keep them.
  const next = await world.worker();
  for (const run of runs) {
    assert.deepEqual(await run.result(), { steps: 3, endedBy: 'finish' });
    const attempts = await world.attempts(run.runId);
    assert.deepEqual(
      attempts.map(({ attempt, outcome, worker_id }) => ({ attempt, outcome, worker_id })),
      [old, next].map(({ workerId }) => ({ attempt: 1, outcome: 'completed', worker_id: workerId })),
    );
    assert.deepEqual(await badEvents(run), []);
    assert.deepEqual(await world.payments(run.runId), { arrivals: 2, applications: 2, duplicates: 0 });
  }
  const certificate = (await world.certificates()).find(({ worker_id }) => worker_id === old.workerId);
  assert.equal(certificate?.evidence, 'stopped');
});

test('a tool of 20 s hears through its signal that its worker stops, before the grace is over, and is tried again elsewhere at once', async () => {
  const old = await world.worker(grace(4_000, 8_000));
  const run = await world.run({ work: { ms: 20_000 } });
  await began(run);
  const next = await world.worker();
  const stoppedMs = Date.now();
  old.signal('SIGTERM');
  assert.equal(await old.exited, 0, old.output());
  const heard = world.diary(run.runId).find(({ what }) => what === 'heard');
  assert.ok(heard !== undefined && heard.atMs - stoppedMs < 4_000, JSON.stringify(world.diary(run.runId)));
  await began(run, 2);
  const [first, second] = await world.attempts(run.runId);
  assert.equal(first?.code, 'WORKER_STOPPING');
  assert.equal(second?.worker_id, next.workerId);
  assert.ok(
    (second?.started_ms ?? 0) - heard.atMs < MAX_GAP_MS,
    `${(second?.started_ms ?? 0) - heard.atMs} ms`,
  );
  assert.deepEqual(await world.payments(run.runId), { arrivals: 0, applications: 0, duplicates: 0 });
  await end(run);
});

test('a tool that hears nothing is given to another worker when the grace is over, and does not keep the process', async () => {
  const old = await world.worker(grace(1_500, 10_000));
  const run = await world.run({ tool: 'pay_once', work: { how: 'for_ever' } });
  await began(run);
  const next = await world.worker();
  old.signal('SIGTERM');
  const code = await old.exited;
  const endedMs = Date.now();
  assert.equal(code, 75, old.output());
  assert.match(old.output(), /these attempts did not end within the grace time/);
  // It may have paid, so nobody pays again: the attempt that follows finds that out, and a person decides.
  const [, second] = await waitFor('the next attempt', async () => {
    const found = await world.attempts(run.runId);
    return found.length > 1 && found;
  });
  assert.equal(second?.worker_id, next.workerId);
  assert.ok((second?.started_ms ?? 0) - endedMs < MAX_GAP_MS);
  await waitFor('the outcome', async () => (await world.effect(run.runId))?.state === 'unknown');
  await end(run);
});

test('a worker that cannot say goodbye, because Temporal is silent, ends by force, in time and with a word about it', async () => {
  const proxy = await startProxy(world.temporalAddress);
  const worker = await world.worker({ ...grace(500, 2_000), TEMPORAL_ADDRESS: proxy.address });
  const run = await world.run({ tool: 'pay_once', work: { how: 'for_ever' } });
  await began(run);
  proxy.freeze();
  const stoppedMs = performance.now();
  worker.signal('SIGTERM');
  assert.equal(await worker.exited, 75, worker.output());
  const tookMs = performance.now() - stoppedMs;
  assert.ok(tookMs > 1_500 && tookMs < 4_000, `it took ${tookMs} ms`);
  assert.match(worker.output(), /the worker did not stop in time: it ends by force/);
  await proxy.close();
  await end(run);
});
