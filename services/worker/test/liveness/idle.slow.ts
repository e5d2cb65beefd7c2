/**
 * Behind ingresses that end what is idle. The usual limit is 30 s; here it is 3 s, which is harder: no keep-alive of ours or
 * of gRPC is frequent enough to hold a connection open, so every long poll and the session are cut again and again.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { startProxy } from './fixtures/proxy.ts';
import { createWorld, type World } from './fixtures/world.ts';

/** Tried once by hand with 30_000 as well. */
const IDLE_MS = 3_000;
/** Connections that the limit must have ended, before it is asked whether work goes on. */
const ENDED = 3;
/** Milliseconds for a run of two steps of 0.5 s, on a busy machine. */
const PROMPT_MS = 15_000;

let world: World;
before(async () => {
  world = await createWorld();
});
after(() => world.close());

test('behind proxies that end idle connections to Temporal and to the API, work goes on', async () => {
  const api = await world.api();
  const [temporal, session] = await Promise.all([
    startProxy(world.temporalAddress, { idleMs: IDLE_MS }),
    startProxy(`127.0.0.1:${api.port}`, { idleMs: IDLE_MS }),
  ]);
  const worker = await world.worker({
    TEMPORAL_ADDRESS: temporal.address,
    CHECKPOINT_API_URL: `http://${session.address}`,
  });
  await waitFor('idle connections to be ended', () => session.ended >= ENDED, {
    timeoutMs: ENDED * 20 * IDLE_MS,
  });
  const startedMs = performance.now();
  const run = await world.run({ work: { ms: 500 }, steps: 2 });
  assert.deepEqual(await run.result(), { steps: 3, endedBy: 'finish' });
  assert.ok(performance.now() - startedMs < PROMPT_MS, `it took ${performance.now() - startedMs} ms`);
  const attempts = await world.attempts(run.runId);
  assert.deepEqual(
    attempts.map(({ attempt }) => attempt),
    [1, 1],
  );
  assert.deepEqual(await world.certificates(), []);
  await worker.kill();
  await Promise.all([temporal.close(), session.close()]);
});
