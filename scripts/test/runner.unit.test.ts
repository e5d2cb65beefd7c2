import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isAlive, markOf, REPOSITORY } from '@checkpoint/local';
import { waitFor } from '@checkpoint/testing';

const folder = mkdtempSync(join(tmpdir(), 'runner-'));
after(() => rmSync(folder, { recursive: true }));

/** Starts the test command on a file with this text. */
function runner(name: string, text: string, ...options: string[]) {
  const file = join(folder, `${name}.unit.test.mjs`);
  writeFileSync(
    file,
    `import test from 'node:test';\nimport { spawn } from 'node:child_process';\n${text}\n`,
  );
  // Inside a test, node:test would take the other run for a part of this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(REPOSITORY, 'scripts', 'test.ts'), ...options, file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<{ code: number | null; last: string | undefined; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, last: output.trim().split('\n').at(-1), output }));
  });
  return { child, ended, output: () => output };
}

test('the last line counts what passed and what failed, and a failure is an exit code', async () => {
  const text = "test('good', () => {}); test('bad', () => { throw new Error('bad'); });";
  const { code, last } = await runner('counts', text).ended;
  assert.deepEqual({ code, last }, { code: 1, last: '1 passed, 1 failed' });
});

test('tests that are skipped are named, and alone they are no success', async () => {
  const { code, last } = await runner('skips', "test('later', { skip: true }, () => {});").ended;
  assert.deepEqual({ code, last }, { code: 1, last: '0 passed, 0 failed, 1 skipped' });
});

test('a file that cannot be loaded is a failure', async () => {
  const { code, last } = await runner('broken', "throw new Error('broken');").ended;
  assert.deepEqual({ code, last }, { code: 1, last: '0 passed, 1 failed' });
});

test('a test that blocks its process is killed and counted as failed', async () => {
  const text = "test('good', () => {}); test('blocks', () => { for (;;); });";
  const { code, output } = await runner('blocks', text, '--file-limit=2').ended;
  assert.equal(code, 1);
  assert.match(output, /blocks\.unit\.test\.mjs is not done after 0:02: killing it/);
});

test('a process that a test leaves behind is named, stopped and counted as a failure', async () => {
  const text =
    "test('leaves', () => { spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref(); });";
  const { code, last, output } = await runner('leaves', text).ended;
  assert.deepEqual({ code, last }, { code: 1, last: '1 passed, 1 failed' });
  const pid = Number(/left this process behind; it is stopped now: (\d+) sleep 600/.exec(output)?.[1]);
  assert.equal(markOf(pid), undefined);
});

test('Ctrl-C ends a run that hangs, with all that its tests started', async () => {
  const note = join(folder, 'pid');
  const text = `import { writeFileSync } from 'node:fs';
    test('hangs', async () => {
      const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      writeFileSync(${JSON.stringify(note)}, String(child.pid));
      await new Promise(() => setInterval(() => {}, 1000));
    });`;
  const { child, ended } = runner('hangs', text);
  const mark = await waitFor('the test to hang', () => markOf(Number(readFileSync(note, 'utf8'))));
  child.kill('SIGINT');
  const { code, output } = await ended;
  assert.equal(code, 1);
  assert.match(output, /interrupted/);
  assert.equal(isAlive(mark), false);
});
