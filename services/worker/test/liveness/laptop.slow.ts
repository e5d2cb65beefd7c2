/** A laptop that is paused: worker, API and Temporal stand still together, for longer than a lease, and wake together. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort, readConfig, startTestServers, type TestServers } from '@checkpoint/local';
import { createTestDatabase, waitFor } from '@checkpoint/testing';
import { createWorld, type World } from './fixtures/world.ts';

/** Longer than the lease of 3 s and than the time-out of heartbeats of 2.5 s. */
const PAUSE_MS = 5_000;

let servers: TestServers;
let world: World;
before(async () => {
  const { cacheDir, path } = readConfig();
  // Of its own: nobody else's Temporal may stand still.
  servers = await startTestServers({
    ...{ dataDir: mkdtempSync(join(tmpdir(), 'checkpoint-laptop-')), cacheDir, path, fresh: true },
    ...{ postgresPort: await freePort(), temporalPort: await freePort() },
    report: () => undefined,
    signal: new AbortController().signal,
  });
  world = await createWorld({
    temporal: { address: servers.temporalAddress, namespace: servers.temporalNamespace },
    journal: await createTestDatabase('product'),
  });
});
after(async () => {
  await world.close();
  await servers.stop();
});

test('nothing is paid twice by processes that slept through their leases', async () => {
  const workers = await Promise.all([world.worker(), world.worker()]);
  const api = await world.api();
  const runs = await Promise.all([
    world.run({ tool: 'pay_briefly', work: { how: 'gated' } }),
    world.run({ tool: 'pay_briefly', work: { how: 'gated', pays: 'first' } }),
    world.run({ tool: 'pay_once', work: { how: 'gated' } }),
  ]);
  for (const { runId } of runs)
    await waitFor('the tool to begin', () => world.diary(runId).some(({ what }) => what === 'began'));
  const everything = [...workers.map(({ pid }) => pid), api.pid, servers.temporalPid ?? 0];
  for (const pid of everything) process.kill(pid, 'SIGSTOP');
  const until = performance.now() + PAUSE_MS;
  await waitFor('the pause to be over', () => performance.now() > until);
  for (const pid of everything) process.kill(pid, 'SIGCONT');
  for (const { runId } of runs) world.openGate(runId);
  // A fleet would start others in the place of those that find themselves certified dead.
  await world.worker();
  const [first, second, third] = runs;
  for (const run of [first, second]) assert.deepEqual(await run?.result(), { steps: 2, endedBy: 'finish' });
  // What must never be sent twice was paid once, or a person is asked whether it was.
  await waitFor('the outcome', async () => (await world.effect(third?.runId ?? ''))?.state !== 'intended');
  for (const { runId } of runs) {
    const { applications, duplicates } = await world.payments(runId);
    assert.equal(duplicates, 0);
    assert.ok(applications === 1 || runId === third?.runId);
  }
});
