/** A worker that freezes in the middle of tools and wakes after others have done its work: without any API, real signals. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { createWorld, type Run, type WorkerProcess, type World } from './fixtures/world.ts';

/** The open polls of a frozen worker swallow some of the retries, and nobody cancels them here. */
const LATE = { timeoutMs: 60_000 };

let world: World;
let frozen: WorkerProcess;
/** Frozen before it paid, and after. */
let runs: { readonly before: Run; readonly after: Run };
before(async () => {
  world = await createWorld();
});
after(() => world.close());

const said = (run: Run, what: string): Promise<true> =>
  waitFor(`the tool to say: ${what}`, () => world.diary(run.runId).some((line) => line.what === what));

/** Starts two runs until both are on one worker, since either worker may take them. */
async function together(workers: readonly WorkerProcess[]): Promise<void> {
  for (;;) {
    const before = await world.run({ tool: 'pay_briefly', work: { how: 'deaf' } });
    const after = await world.run({ tool: 'pay_briefly', work: { how: 'deaf', pays: 'first' } });
    await Promise.all([said(before, 'began'), said(after, 'paid')]);
    const [[one], [other]] = await Promise.all([world.attempts(before.runId), world.attempts(after.runId)]);
    const holder = workers.find(({ workerId }) => workerId === one?.worker_id);
    runs = { before, after };
    if (holder !== undefined && one?.worker_id === other?.worker_id) {
      frozen = holder;
      return;
    }
    for (const { runId } of [before, after]) {
      await world.client.workflow.getHandle(runId).terminate('on two workers');
      world.openGate(runId);
    }
  }
}

test('while it is frozen, others do its work: the payment that had arrived is found, the other is made', async () => {
  await together(await Promise.all([world.worker(), world.worker()]));
  frozen.signal('SIGSTOP');
  await waitFor('the takeover', async () => (await world.effect(runs.before.runId))?.epoch === 2, LATE);
  for (const { runId } of [runs.before, runs.after]) world.openGate(runId);
  for (const run of [runs.before, runs.after]) {
    assert.deepEqual(await run.result(), { steps: 2, endedBy: 'finish' });
    assert.deepEqual(await world.payments(run.runId), { arrivals: 1, applications: 1, duplicates: 0 });
  }
});

test('when it wakes, it pays nothing more, and what it wants to settle is fenced', async () => {
  frozen.signal('SIGCONT');
  await said(runs.before, 'late');
  const outcomes = async (run: Run) => (await world.effectAttempts(run.runId)).map(({ outcome }) => outcome);
  await waitFor('the fence', async () => (await outcomes(runs.after))[0] === 'fenced');
  assert.deepEqual(await outcomes(runs.after), ['fenced', 'probed']);
  assert.deepEqual(await outcomes(runs.before), ['superseded', 'applied']);
  for (const run of [runs.before, runs.after])
    assert.deepEqual(await world.payments(run.runId), { arrivals: 1, applications: 1, duplicates: 0 });
});

test('each attempt that was superseded is on record with its worker, and counted', async () => {
  for (const run of [runs.before, runs.after]) {
    const [first] = await world.effectAttempts(run.runId);
    assert.equal(first?.worker_id, frozen.workerId);
  }
  const api = await world.api();
  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  assert.match(metrics, /^checkpoint_effects_total\{tool="pay_briefly",outcome="superseded"\} [1-9]/m);
  assert.match(metrics, /^checkpoint_effects_total\{tool="pay_briefly",outcome="fenced"\} [1-9]/m);
  assert.match(metrics, /^checkpoint_fenced_total [1-9]/m);
});
