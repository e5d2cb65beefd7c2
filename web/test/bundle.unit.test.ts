import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { firstLoadBudget } from '../build/first-load.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));

async function built(): Promise<Rolldown.RolldownOutput> {
  const output = await build({ root: WEB, logLevel: 'silent', build: { write: false } });
  if (Array.isArray(output) || !('output' in output)) throw new Error('one output was expected');
  return output;
}

test('the panel ships types of the contracts only: no schema, no zod', async () => {
  const { output } = await built();
  const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  assert.ok(code.includes('never interrupted'), 'this is the code of the panel');
  assert.ok(!code.includes('ZodError'));
});

test('a first load above the budget fails the build and names the largest parts', async () => {
  const tooSmall = build({
    root: WEB,
    logLevel: 'silent',
    plugins: [firstLoadBudget(10_000)],
    build: { write: false },
  });
  await assert.rejects(tooSmall, /first load \d+\.\d kB of 10\.0 kB compressed: .*\.js \d+\.\d kB/s);
});
