import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { createBackoff } from '../../src/fleet/backoff.ts';
import { readProcess } from '../../src/fleet/process-table.ts';
import {
  FIXTURE_WORKER,
  kill,
  liveWorkers,
  pidStarted,
  processRuns,
  waitForLive,
  workersOf,
} from '../support/fleet.ts';
import { createHarness, type Harness, type Overrides } from '../support/harness.ts';
import { insertWorker } from '../support/rows.ts';
import { fleetContract } from './contract.ts';

async function fleetHarness(fleet: Overrides['fleet'] = {}): Promise<Harness> {
  const bare = await createHarness();
  const workerEnvironment = { DATABASE_URL: bare.database.url, PATH: process.env.PATH ?? '' };
  const runtime = await bare.another({
    fleet: { kind: 'processes', size: 2, workerEntry: FIXTURE_WORKER, workerEnvironment, ...fleet },
  });
  return {
    ...bare,
    runtime,
    app: runtime.app,
    config: {
      ...bare.config,
      fleet: {
        ...bare.config.fleet,
        kind: 'processes',
        size: 2,
        workerEntry: FIXTURE_WORKER,
        workerEnvironment,
        ...fleet,
      },
    },
  };
}

async function signal(harness: Harness, workerId: string, name: NodeJS.Signals): Promise<void> {
  const { pid } = await pidStarted(harness, workerId);
  process.kill(pid, name);
}

fleetContract('processes', async () => {
  const harness = await fleetHarness();
  await harness.runtime.start();
  return {
    runtime: harness.runtime,
    action: 'sigkill',
    evidence: ['exit'],
    killOutside: (workerId) => signal(harness, workerId, 'SIGKILL'),
    freeze: (workerId) => signal(harness, workerId, 'SIGSTOP'),
    isGone: async (workerId) => !(await processRuns(harness, workerId)),
    close: harness.close,
  };
});

test('kill answers with the signal that the kernel reported', async (t) => {
  const harness = await fleetHarness();
  t.after(harness.close);
  await harness.runtime.start();
  const [victim] = await waitForLive(harness.app, 2);
  const report = (await kill(harness.app, victim?.workerId ?? '')).json();
  assert.equal(report.observed.exitSignal, 'SIGKILL');
  assert.equal(report.observed.exitCode, null);
  const { rows } = await harness.database.pool.query('SELECT report FROM kills');
  assert.deepEqual(rows[0].report, report, 'what was observed is stored');
});

test('a restarted fleet adopts living workers instead of starting more', async (t) => {
  const first = await fleetHarness({ onStop: 'leave' });
  t.after(first.close);
  await first.runtime.start();
  const before = await waitForLive(first.app, 2);
  await first.runtime.stop();

  const second = await first.another({ fleet: { ...first.config.fleet, onStop: 'stop' } });
  await second.start();
  const after = await liveWorkers(second.app);
  assert.deepEqual(after.map((w) => w.workerId).sort(), before.map((w) => w.workerId).sort());

  const victim = before[0]?.workerId ?? '';
  await signal(first, victim, 'SIGKILL');
  await waitForLive(second.app, 2, [victim]);
  const report = await kill(second.app, before[1]?.workerId ?? '');
  assert.equal(report.statusCode, 200, report.body);
  assert.equal(report.json().observed.gone, true);
});

test('a worker that died while no API watched is certified with its last beat, and replaced', async (t) => {
  const first = await fleetHarness({ onStop: 'leave' });
  t.after(first.close);
  await first.runtime.start();
  const [victim] = await waitForLive(first.app, 2);
  assert.ok(victim);
  await first.runtime.stop();
  await signal(first, victim.workerId, 'SIGKILL');
  await waitFor('its end', async () => !(await processRuns(first, victim.workerId)));

  const second = await first.another({ fleet: { ...first.config.fleet, onStop: 'stop' } });
  await second.start();
  const dead = (await workersOf(second.app)).find((worker) => worker.workerId === victim.workerId);
  assert.equal(dead?.death?.evidence, 'exit');
  assert.equal(dead?.death?.diedAt, dead?.beatAt);
  await waitForLive(second.app, 2, [victim.workerId]);
});

test('a pid that another process has by now is neither adopted nor killed', async (t) => {
  const harness = await fleetHarness({ size: 0 });
  t.after(harness.close);
  const workerId = await insertWorker(harness.database.pool, {
    host: hostname(),
    pid: process.pid,
    pidStarted: '1',
  });
  await harness.runtime.start();
  const [row] = (await workersOf(harness.app)).filter((worker) => worker.workerId === workerId);
  assert.equal(row?.state, 'dead');
  assert.equal((await kill(harness.app, workerId)).json().code, 'KILL_REFUSED');
});

test('a fleet that stops leaves no process behind', async (t) => {
  const harness = await fleetHarness({ onStop: 'stop' });
  t.after(harness.close);
  await harness.runtime.start();
  const live = await waitForLive(harness.app, 2);
  await harness.runtime.stop();
  for (const worker of live) assert.equal(await processRuns(harness, worker.workerId), false);
});

test('workers that crash at once are started ever more slowly', async (t) => {
  const backoff = createBackoff();
  assert.deepEqual(
    [100, 100, 100, 100].map((ms) => backoff.afterDeath(ms)),
    [0, 250, 500, 1_000],
  );
  assert.equal(backoff.afterDeath(60_000), 0, 'one that lived resets it');
  for (let n = 0; n < 20; n += 1) backoff.afterDeath(1);
  assert.equal(backoff.afterDeath(1), 30_000);

  const harness = await fleetHarness({
    size: 1,
    workerEnvironment: { CHECKPOINT_FIXTURE_CRASHES: 'yes' },
  });
  t.after(harness.close);
  await harness.runtime.start();
  assert.deepEqual(await liveWorkers(harness.app), []);
});

test('the process table tells this process from an earlier one with its pid', () => {
  const entry = readProcess(process.pid);
  assert.match(entry?.started ?? '', /^\d+$/);
  assert.equal(entry?.zombie, false);
  assert.equal(readProcess(2 ** 22 + 1), undefined);
});
