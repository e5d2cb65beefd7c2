/** No agent that ships performs an effect where the journal cannot see it. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { agents } from '../index.ts';
import { findEffects } from './outside/find-effects.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folders = globSync('agents/*/index.ts', { cwd: ROOT }).map((file) => dirname(file));

test('scans a folder for every agent that ships', () => {
  assert.deepEqual(
    folders.map((folder) => relative('agents', folder)).sort(),
    agents.map(({ name }) => name).sort(),
  );
});

for (const { name, tools } of agents) {
  test(`${name} reaches outside only from tools that declare a delivery class`, () => {
    const { findings, effectModules } = findEffects(ROOT, `agents/${name}`);
    assert.deepEqual(
      findings.map(({ file, line, message }) => `${file}:${line} ${message}`),
      [],
    );
    // The scan is not blind: it met a module for each effect tool that the agent really has, one tool a module.
    assert.equal(effectModules.length, tools.filter((tool) => tool.readOnly !== true).length);
  });
}

test('reports each effect of a careless agent with file and line', () => {
  const folder = 'agents/test/outside/fixtures/careless';
  const { findings, effectModules } = findEffects(ROOT, folder);
  const reported = findings.map(({ file, line, message }) => `${relative(folder, file)}:${line} ${message}`);
  assert.deepEqual(reported.sort(), [
    `offline.ts:3 imports the effect tool of ${folder}/tools/send.ts, past the journal`,
    'opening.ts:1 reaches outside by writeFile of node:fs/promises',
    'summary.ts:1 reaches outside by node:child_process',
    'summary.ts:2 reaches outside by fetch, in agents/test/outside/fixtures/shared.ts:3',
    'thread.ts:4 reaches outside by fetch',
    'tools/notify.ts:10 reaches outside by an import of a computed name',
    'tools/notify.ts:4 a tool says neither `readOnly: true` nor which delivery class it has',
    'tools/read-weather.ts:10 reaches outside by fetch',
  ]);
  assert.deepEqual(effectModules, [`${folder}/tools/send.ts`]);
});
