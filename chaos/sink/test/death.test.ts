import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@checkpoint/testing';
import { z } from 'zod';
import { counts, keyOf, put, send } from './support.ts';

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url));
const Running = z.object({ msg: z.literal('witness is running'), http: z.string(), smtp: z.string() });

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly smtpPort: number;
}

const children: ChildProcess[] = [];
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase('witness');
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
});

/** Starts the real process on free ports and reads where it is from its log. */
async function startProcess(environment: Record<string, string> = {}): Promise<Running> {
  const child = spawnWitness({ WITNESS_DATABASE_URL: database.url, ...environment });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const said = Running.safeParse(JSON.parse(line));
    if (said.success) return { child, url: said.data.http, smtpPort: Number(new URL(said.data.smtp).port) };
  }
  throw new Error(`the witness ended before it was ready: ${lines.join('\n')}`);
}

function spawnWitness(environment: Record<string, string>) {
  const child = spawn(process.execPath, [SERVER], {
    env: { WITNESS_HTTP_PORT: '0', WITNESS_SMTP_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function end(
  child: ChildProcess,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<[number | null, string | null]> {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code, endedBy] = await exited;
  return [code, endedBy];
}

test('keeps its counts, files and mails when it is killed with SIGKILL and started again', async () => {
  const first = await startProcess();
  await put(first, 'run-kill/a.md', 'content', { key: keyOf('run-kill', 1), epoch: 1 });
  for (let time = 0; time < 2; time++) {
    await send(first, { key: keyOf('run-kill', 2), epoch: 1, messageId: '<kill@checkpoint.invalid>' });
  }
  const seen = await counts(first);
  const metrics = await duplicates(first);
  assert.deepEqual(await end(first.child, 'SIGKILL'), [null, 'SIGKILL']);

  const second = await startProcess();
  assert.deepEqual(await counts(second), seen);
  assert.equal(seen.total.duplicates, 1);
  assert.deepEqual(await duplicates(second), metrics);
  assert.equal(await (await fetch(`${second.url}/files/run-kill/a.md`)).text(), 'content');
  assert.equal((await fetch(`${second.url}/mail/kill@checkpoint.invalid`)).status, 200);
  await end(second.child, 'SIGKILL');
});

async function duplicates(witness: Running): Promise<string[]> {
  const text = await (await fetch(`${witness.url}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith('checkpoint_effect_duplicates_total'));
}

test('ends by itself on SIGTERM', async () => {
  const { child } = await startProcess();
  assert.deepEqual(await end(child, 'SIGTERM'), [0, null]);
});

test('names the variable when a port is taken', async () => {
  const holder = await startProcess();
  const taken = String(holder.smtpPort);
  await assert.rejects(
    startProcess({ WITNESS_SMTP_PORT: taken }),
    new RegExp(`WITNESS_SMTP_PORT is ${taken}`),
  );
  await end(holder.child, 'SIGKILL');
});

test('names the variable that is missing, and how to give it', async () => {
  await assert.rejects(
    startProcess({ WITNESS_DATABASE_URL: '' }),
    /WITNESS_DATABASE_URL is not set: give the address/,
  );
});
