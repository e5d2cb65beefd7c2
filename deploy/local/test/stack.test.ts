import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { stopEverything } from '../src/stopping.ts';
import { api, apiOf, type Dev, type Home, home, processesOf, startDev } from './fixtures.ts';

/** A cold start is some five seconds; other test files use the machine at the same time. */
const STARTED = { timeoutMs: 90_000 };

async function started(dev: Dev): Promise<void> {
  await waitFor(
    'the stack to run',
    () => {
      if (dev.child.exitCode !== null) throw new Error(dev.output());
      return dev.output().includes('Checkpoint is running');
    },
    STARTED,
  );
}

async function liveWorkers(place: Home): Promise<number[] | undefined> {
  const { workers } = (await api(place, '/api/workers')) as { workers: { pid: number; state: string }[] };
  const live = workers.filter(({ state }) => state === 'live').map(({ pid }) => pid);
  return live.length === 2 ? live : undefined;
}

describe('a stack on a data folder of its own', () => {
  let place: Home;
  let dev: Dev;
  let runId: string;

  before(async () => {
    place = await home();
    dev = startDev(place);
    await started(dev);
  });
  after(async () => {
    dev.child.kill('SIGKILL');
    await stopEverything(place.dataDir);
    rmSync(place.dataDir, { recursive: true });
  });

  test('a second stack on the same data folder is refused, with the pid of the first', async () => {
    const second = startDev(place);
    assert.equal(await second.exited, 1);
    assert.match(
      second.output(),
      new RegExp(`in use by the stack with pid ${dev.child.pid}:.*CHECKPOINT_DATA`),
    );
    assert.ok(processesOf(place).length >= 7, 'the first stack goes on');
  });

  test('Ctrl-C leaves no process behind, in the middle of a run', async () => {
    await waitFor('two workers', () => liveWorkers(place));
    const run = await api(place, '/api/runs', { agent: 'ledger', input: {} });
    runId = String(run.runId);
    await waitFor('the run to begin', async () => Number((await api(place, `/api/runs/${runId}`)).step) >= 2);
    dev.child.kill('SIGINT');
    assert.equal(await dev.exited, 0, dev.output());
    assert.deepEqual(processesOf(place), []);
  });

  test('the next start goes on with the open run', async () => {
    dev = startDev(place);
    await started(dev);
    const status = async () => (await api(place, `/api/runs/${runId}`)).status;
    await waitFor('the run to complete', async () => (await status()) === 'completed', { timeoutMs: 60_000 });
  });

  test('an API that is killed comes back, and the same workers live on', async () => {
    const workers = await waitFor('two workers', () => liveWorkers(place));
    process.kill(apiOf(place).pid, 'SIGKILL');
    await waitFor('the API to be started again', () => /api ended \(SIGKILL\)/.test(dev.output()));
    assert.deepEqual(await waitFor('the workers to be adopted', () => liveWorkers(place), STARTED), workers);
  });

  test('what a killed stack left behind is stopped by the next start, workers without an API too', async () => {
    const left = processesOf(place).filter(({ pid }) => pid !== dev.child.pid);
    dev.child.kill('SIGKILL');
    process.kill(apiOf(place).pid, 'SIGKILL');
    await dev.exited;
    dev = startDev(place);
    await started(dev);
    assert.match(dev.output(), /stopped what an earlier stack left behind: .*worker .*postgres/);
    const now = processesOf(place).map(({ pid }) => pid);
    for (const { pid } of left)
      assert.ok(!now.includes(pid), `process ${pid} of the killed stack still lives`);
  });
});

test('a taken port stops the start with a message that names the variable, and nothing is left', async () => {
  const place = await home();
  const blocker = createServer();
  await new Promise<void>((resolve) => {
    blocker.listen(Number(place.env.CHECKPOINT_API_PORT), '127.0.0.1', resolve);
  });
  const dev = startDev(place);
  assert.equal(await dev.exited, 1);
  assert.match(dev.output(), /\(CHECKPOINT_API_PORT\) is taken by pid \d+ \(.+\): set CHECKPOINT_API_PORT/);
  assert.deepEqual(processesOf(place), []);
  await new Promise((resolve) => blocker.close(resolve));
  rmSync(place.dataDir, { recursive: true });
});
