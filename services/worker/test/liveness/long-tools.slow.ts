/**
 * Tools that take long, on workers that live: none of them is a death. Real processes; the tools run side by side, so that
 * the file takes as long as its longest. What takes ten minutes in the field takes 30 s here: ten leases, twelve time-outs
 * of heartbeats.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { createWorld, type Run, type World } from './fixtures/world.ts';

/** Milliseconds of a synchronous computation: five leases, six time-outs of heartbeats. */
const COMPUTES_MS = 15_000;
/** Milliseconds of a tool that waits for others. A run of ten minutes was made by hand: 600_000. */
const WAITS_MS = 30_000;

let world: World;
let runs: Record<'computes' | 'waits' | 'hasty' | 'once', Run>;
before(async () => {
  world = await createWorld();
  const [api] = await Promise.all([world.api(), world.worker(), world.worker()]);
  assert.ok(api.pid > 0);
  const [computes, waits, hasty, once] = await Promise.all([
    world.run({ tool: 'pay_from_thread', work: { ms: COMPUTES_MS } }),
    world.run({ work: { ms: WAITS_MS } }),
    world.run({ tool: 'pay_hasty', work: { pays: 'first', ms: WAITS_MS } }),
    world.run({ tool: 'pay_once_hasty', work: { pays: 'first', ms: WAITS_MS } }),
  ]);
  runs = { computes, waits, hasty, once };
});
after(() => world.close());

const paidOnce = { arrivals: 1, applications: 1, duplicates: 0 };

async function executedOnce({ runId, result }: Run): Promise<void> {
  assert.deepEqual(await result(), { steps: 2, endedBy: 'finish' });
  assert.equal((await world.attempts(runId)).length, 1);
  assert.deepEqual(
    (await world.effectAttempts(runId)).map(({ outcome }) => outcome),
    ['applied'],
  );
  assert.deepEqual(await world.payments(runId), paidOnce);
}

test('after a time-out the payment is found at the provider: one arrival', async () => {
  const { runId, result } = runs.hasty;
  assert.deepEqual(await result(), { steps: 2, endedBy: 'finish' });
  assert.deepEqual(
    (await world.effectAttempts(runId)).map(({ outcome }) => outcome),
    ['ambiguous', 'probed'],
  );
  assert.deepEqual(await world.payments(runId), paidOnce);
});

test('a tool that always outlives its limit does not pay three times: a person is asked instead', async () => {
  const { runId } = runs.once;
  await waitFor('the outcome', async () => (await world.effect(runId))?.state === 'unknown');
  assert.deepEqual(await world.payments(runId), paidOnce);
  const lines = world.diary(runId).map(({ what }) => what);
  assert.deepEqual(lines, ['began', 'paid', 'heard']);
});

test('a tool that computes for 15 s in a thread is executed exactly once', async () => {
  await executedOnce(runs.computes);
});

test('a tool that waits through ten leases, while its worker beats, is executed exactly once', async () => {
  await executedOnce(runs.waits);
});

test('none of it was taken for a death', async () => {
  assert.deepEqual(await world.certificates(), []);
});
