/** What becomes of a tool that blocks its worker's main thread. Two leases here; 15 s behave the same (docs/long-tools.md). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createWorld, type World } from './fixtures/world.ts';

const BLOCKS_MS = 6_000;
/** Exit code of a worker that finds its own death certificate. */
const EXIT_CERTIFIED_DEAD = 70;

let world: World;
before(async () => {
  world = await createWorld();
});
after(() => world.close());

test('a worker that a tool blocks loses its lease, its work is done elsewhere, and it pays nothing when it wakes', async () => {
  // An API that could not kill the worker: what is shown is the worker's own restraint.
  const workers = await Promise.all([world.worker(), world.worker()]);
  await world.api({ environment: { CHECKPOINT_FLEET: 'none' } });
  const run = await world.run({ tool: 'pay_briefly', work: { how: 'blocking', ms: BLOCKS_MS } });
  assert.deepEqual(await run.result(), { steps: 2, endedBy: 'finish' });
  const attempts = await world.effectAttempts(run.runId);
  const [first, last] = [attempts[0], attempts.at(-1)];
  const blocked = workers.find(({ workerId }) => workerId === first?.worker_id);
  const other = workers.find((worker) => worker !== blocked);
  assert.deepEqual(first, { epoch: 1, worker_id: blocked?.workerId, outcome: 'superseded' });
  assert.deepEqual([last?.worker_id, last?.outcome], [other?.workerId, 'applied']);
  assert.equal(await blocked?.exited, EXIT_CERTIFIED_DEAD, blocked?.output());
  assert.deepEqual(await world.payments(run.runId), { arrivals: 1, applications: 1, duplicates: 0 });
  const [certificate] = await world.certificates();
  assert.deepEqual([certificate?.worker_id, certificate?.evidence], [blocked?.workerId, 'lease_ended']);
});
