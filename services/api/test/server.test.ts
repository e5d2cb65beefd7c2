import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { WorkerView } from '@checkpoint/contracts/api';
import { createTestDatabase, type TestDatabase, testTemporal, waitFor } from '@checkpoint/testing';
import { isRunning } from '../src/fleet/process-table.ts';
import { FIXTURE_WORKER } from './support/fleet.ts';

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url));

let database: TestDatabase;
let environment: Record<string, string>;
let origin: string;
const started: ChildProcess[] = [];

before(async () => {
  database = await createTestDatabase('product');
  const temporal = await testTemporal();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  environment = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    CHECKPOINT_TASK_QUEUE: `server-test-${port}`,
    CHECKPOINT_API_PORT: String(port),
    CHECKPOINT_FLEET: 'processes',
    CHECKPOINT_FLEET_SIZE: '2',
    CHECKPOINT_FLEET_LOGS: join(tmpdir(), `server-test-${port}`),
    CHECKPOINT_WORKER_ENTRY: FIXTURE_WORKER,
  };
});
after(async () => {
  for (const child of started) child.kill('SIGKILL');
  const { rows } = await database.pool.query('SELECT pid, pid_started FROM workers');
  for (const { pid, pid_started } of rows) if (isRunning(pid, pid_started)) process.kill(pid, 'SIGKILL');
  await database.drop();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

function startServer(more: Record<string, string> = {}): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  return { child, output: () => output };
}

test('it does not start where others can reach it and nobody would be asked who they are, unless that was said', async () => {
  const port = String(await freePort());
  const exposed = { CHECKPOINT_HOST: '0.0.0.0', CHECKPOINT_FLEET: 'none', CHECKPOINT_API_PORT: port };
  const refused = startServer(exposed);
  const [code] = await once(refused.child, 'exit');
  assert.equal(code, 1);
  assert.match(refused.output(), /nobody would be asked who they are/);
  const said = startServer({ ...exposed, CHECKPOINT_AUTH: 'off-everywhere' });
  await waitFor('it to answer', async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok);
  said.child.kill('SIGKILL');
});

function live(count: number): Promise<WorkerView[]> {
  return waitFor(`${count} live workers`, async () => {
    const { workers } = (await (await fetch(`${origin}/api/workers`)).json()) as { workers: WorkerView[] };
    const found = workers.filter((worker) => worker.state === 'live');
    return found.length === count && found;
  });
}

const ids = (workers: readonly WorkerView[]) => workers.map((worker) => worker.workerId).sort();

test('the workers of an API that is SIGKILLed live on, and the next API adopts, watches and stops them', async () => {
  const first = startServer();
  const before = await live(2);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  for (const worker of before) assert.ok(worker.pid !== null && process.kill(worker.pid, 0), 'it lives');

  const second = startServer({ CHECKPOINT_FLEET_ON_STOP: 'stop' });
  await waitFor('the second API', () => second.output().includes('the API is running'));
  assert.deepEqual(ids(await live(2)), ids(before));

  const [victim, survivor] = before;
  assert.ok(victim?.pid && survivor?.pid);
  process.kill(victim.pid, 'SIGKILL');
  const replaced = await waitFor('a replacement', async () => {
    const now = await live(2);
    return !ids(now).includes(victim.workerId) && now;
  });
  assert.ok(ids(replaced).includes(survivor.workerId));

  second.child.kill('SIGTERM');
  const [code] = await once(second.child, 'exit');
  assert.equal(code, 0, second.output());
  const { rows } = await database.pool.query('SELECT pid, pid_started FROM workers');
  for (const { pid, pid_started } of rows) assert.equal(isRunning(pid, pid_started), false);
});

test('a taken port and a bad setting are errors that name the variable', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const taken = startServer({ CHECKPOINT_API_PORT: String(address.port), CHECKPOINT_FLEET: 'none' });
  assert.equal((await once(taken.child, 'exit'))[0], 1);
  assert.match(
    taken.output(),
    new RegExp(`CHECKPOINT_API_PORT ${address.port}: another process listens there`),
  );
  server.close();

  const bad = startServer({ CHECKPOINT_FLEET_SIZE: 'many', DATABASE_URL: 'mysql://me:secret@db/x' });
  assert.equal((await once(bad.child, 'exit'))[0], 1);
  assert.match(bad.output(), /CHECKPOINT_FLEET_SIZE holds \\"many\\"/);
  assert.match(bad.output(), /DATABASE_URL holds .*: give postgres:/);
  assert.doesNotMatch(bad.output(), /secret/);
});
