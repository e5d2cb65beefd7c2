import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { takeLock } from '../src/os/lock.ts';
import { assertPortFree, freePort } from '../src/os/ports.ts';
import { isAlive, markOf, withEnvironment } from '../src/os/process-table.ts';
import { stopProcess } from '../src/os/stop.ts';

const folder = mkdtempSync(join(tmpdir(), 'os-'));
after(() => rmSync(folder, { recursive: true }));

/** A process that has said a line, and so has set up whatever it sets up. */
async function started(script: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['-e', `${script}; console.log('up'); setInterval(() => {}, 1000)`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const mark = markOf(child.pid ?? 0);
  assert.ok(mark);
  return mark;
}

test('a taken port is an error that names the variable, the process and the remedy', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await assert.rejects(assertPortFree('CHECKPOINT_API_PORT', port), {
    code: 'PORT_TAKEN',
    message: new RegExp(
      `^port ${port} \\(CHECKPOINT_API_PORT\\) is taken by pid ${process.pid} \\(.+\\): set CHECKPOINT_API_PORT or stop it$`,
    ),
  });
  await new Promise((resolve) => server.close(resolve));
  await assertPortFree('CHECKPOINT_API_PORT', port);
});

test('a process that ends on the first signal gets no other', async () => {
  const mark = await started('');
  assert.equal(await stopProcess(mark, [{ signal: 'SIGTERM', graceMs: 5_000 }]), 'SIGTERM');
  assert.equal(isAlive(mark), false);
});

test('a process that ignores SIGTERM is killed once its grace is over', async () => {
  const mark = await started("process.on('SIGTERM', () => {})");
  assert.equal(await stopProcess(mark, [{ signal: 'SIGTERM', graceMs: 200 }]), 'SIGKILL');
  assert.equal(isAlive(mark), false);
});

test('another process with the pid of a dead one is left alone', async () => {
  const mark = await started('');
  const earlier = { ...mark, started: '1' };
  assert.equal(await stopProcess(earlier, []), undefined);
  assert.equal(isAlive(mark), true);
  await stopProcess(mark, []);
});

test('a detached process is found by its environment, and only by exactly its own', async () => {
  const mark = await started('', { STACK_TEST: folder });
  assert.deepEqual(withEnvironment('STACK_TEST', folder), [mark]);
  assert.deepEqual(withEnvironment('STACK_TEST', folder.slice(0, -1)), []);
  await stopProcess(mark, []);
});

test('a lock is refused while its holder lives, free after its release, and taken over from a dead one', async () => {
  const lock = join(folder, 'lock');
  const release = takeLock(lock);
  assert.ok(typeof release === 'function');
  assert.deepEqual(takeLock(lock), markOf(process.pid));
  release();
  const dead = await started('');
  await stopProcess(dead, []);
  writeFileSync(lock, JSON.stringify(dead));
  const again = takeLock(lock);
  assert.ok(typeof again === 'function');
  again();
});
