import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { checkCommands } from '../docs/commands.ts';
import { checkEnvironment } from '../docs/environment.ts';
import { checkErrors } from '../docs/errors.ts';
import { type Finding, shown } from '../docs/finding.ts';
import { checkLinks } from '../docs/links.ts';
import { readPages } from '../docs/pages.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'check-docs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

const lines = (findings: readonly Finding[]): string[] => findings.map(shown);

test('reports a code without a page, a page without a code, and a page that says another status', () => {
  write({
    'packages/contracts/src/errors.ts':
      'export const ERROR_CATALOGUE = {\n  RUN_GONE: {},\n  BUSY: {},\n};\n',
    'docs/errors/BUSY.md': '# BUSY\n\nToo much to do. HTTP status 500.\n',
    'docs/errors/OLD.md': '# OLD\n',
  });
  const catalogue = {
    RUN_GONE: { status: 404, title: 'Gone' },
    BUSY: { status: 503, title: 'Too much to do' },
  };
  assert.deepEqual(lines(checkErrors(root, catalogue)), [
    'packages/contracts/src/errors.ts:2 RUN_GONE has no page: write docs/errors/RUN_GONE.md',
    'docs/errors/BUSY.md:3 this line must be "Too much to do. HTTP status 503."',
    'docs/errors/OLD.md:1 OLD is no code of packages/contracts/src/errors.ts: remove the page',
  ]);
});

test('reports links that lead nowhere, out of the repository, or to no heading', () => {
  write({
    'README.md':
      '# Read me\n\n[a](docs/a.md) [b](docs/b.md)\n[out](../secret.md) [web](https://example.com/x)\n',
    'docs/a.md':
      '# A page: first\n\n[up](../README.md#read-me) [no](../README.md#nope) [self](#a-page-first)\n',
  });
  assert.deepEqual(lines(checkLinks(root, readPages(root))), [
    'README.md:3 docs/b.md: there is no docs/b.md',
    'README.md:4 ../secret.md: leads out of the repository: use a relative path inside it',
    'docs/a.md:3 ../README.md#nope: README.md has no heading #nope',
  ]);
});

test('takes no link from code', () => {
  write({ 'README.md': 'See `[x](nowhere.md)`.\n\n```\n[y](nowhere.md)\n```\n' });
  assert.deepEqual(checkLinks(root, readPages(root)), []);
});

test('reports commands that do not exist, in code spans and blocks, and leaves prose alone', () => {
  write({
    'package.json': '{"scripts":{"verify":"true","test":"true"}}',
    Makefile: '.PHONY: demo\nNAME := x\ndemo test: build\n\ttrue\n',
    'scripts/run.ts': '',
    'README.md': [
      'We make sure that `npm run verify` and `make demo` work; `npm run lint` does not.',
      '```sh',
      'PORT=1 make test ship CHAOS=1 && npm test',
      'node scripts/run.ts; node scripts/gone.ts',
      '```',
    ].join('\n'),
  });
  assert.deepEqual(lines(checkCommands(root, readPages(root))), [
    'README.md:1 npm run lint: no package.json here or at the root has this script',
    'README.md:3 make ship: the Makefile has no such target',
    'README.md:4 node scripts/gone.ts: there is no such file',
  ]);
});

test('reports names, readers and defaults in which the table and a config.ts differ', () => {
  write({
    'services/api/src/config.ts':
      "const Environment = z.object({\n  HOST_NAME: z.string()\n    .default('here'),\n  PORT: Port.default(3000),\n  NEW: z.string(),\n});\n",
    'services/worker/src/config.ts': 'const Environment = z.object({\n  PORT: Port.optional(),\n});\n',
    'docs/configuration.md': [
      '| name | read by | default | what |',
      '|---|---|---|---|',
      '| `HOST_NAME` | API, witness | `here` | host |',
      '| `PORT` | API | `3001` | port |',
      '| `GONE` | API | none | nobody reads it |',
    ].join('\n'),
  });
  assert.deepEqual(lines(checkEnvironment(root)).sort(), [
    'docs/configuration.md:3 HOST_NAME is not read by witness',
    'docs/configuration.md:4 PORT has the default `3000` in services/api/src/config.ts:4',
    'docs/configuration.md:4 PORT is read by worker too (services/worker/src/config.ts:2)',
    'docs/configuration.md:5 GONE is read by no config.ts',
    'services/api/src/config.ts:5 NEW is missing from the table in docs/configuration.md',
  ]);
});
