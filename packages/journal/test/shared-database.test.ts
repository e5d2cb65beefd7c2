/** Why the journal is one database that all workers share: the same kill, with a file for each worker and with Postgres. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { effectKey } from '@checkpoint/contracts';
import { certifyDeath } from '../src/index.ts';
import { WorkerProcess } from './fixtures/spawn.ts';
import { createWorld, type World } from './fixtures/world.ts';

let world: World;
let folder: string;
before(async () => {
  world = await createWorld();
  folder = mkdtempSync(join(tmpdir(), 'file-journal-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

/** A worker with a journal of its own; killed once it has recorded, if asked. */
async function fileWorker(file: string, key: string, kill: boolean): Promise<{ fromJournal: boolean }> {
  const program = fileURLToPath(new URL('./fixtures/file-journal-worker.ts', import.meta.url));
  const job = JSON.stringify({ file: join(folder, file), key, receiverUrl: world.receiver.url, hold: kill });
  const child = spawn(process.execPath, [program, job], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  if (kill) child.kill('SIGKILL');
  await exit;
  return JSON.parse(line) as { fromJournal: boolean };
}

test('the failing design: with a journal of one file per worker the card is charged twice', async () => {
  const key = effectKey(world.effect());
  await fileWorker('worker-1', key, true);
  const next = await fileWorker('worker-2', key, false);
  assert.equal(next.fromJournal, false);
  assert.equal(world.receiver.of(key).length, 2, 'charged twice: the second worker cannot know of the first');
  const same = await fileWorker('worker-1', key, false);
  assert.equal(same.fromJournal, true, 'only a worker on the same disk would have known');
});

test('the same kill with Postgres: charged once, and the next worker has the outcome from the journal', async () => {
  const effect = world.effect();
  const workerId = `worker-1/${randomUUID()}`;
  const first = new WorkerProcess({
    ...{ databaseUrl: world.db.url, receiverUrl: world.receiver.url, workerId },
    ...{ delivery: 'unrepeatable', effect, holdAt: 'after_settle' },
  });
  await first.heldAt('after_settle');
  await first.kill();
  await certifyDeath(world.db.pool, { workerId, evidence: 'exit', issuedBy: 'test' });
  const next = await world.worker();
  const performed = await next.journal.perform({ ...effect, attempt: 2 }, world.tool('unrepeatable'));
  assert.equal(performed.fromJournal, true);
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});
