/** The short form of `make crash-matrix`, and the page that the long form writes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@checkpoint/local';
import { cellId } from './cells.ts';
import { promised } from './promise.ts';
import { runCells } from './run.ts';
import { SHORT, UNKNOWN } from './short.ts';
import { expectedStructure, structureOf } from './table.ts';

test('each crash that the short matrix plays keeps its promise', async (context) => {
  assert.deepEqual(UNKNOWN, []);
  const observed = await runCells(SHORT, { concurrency: 4, report: () => undefined });
  for (const { cell, text } of observed) {
    context.diagnostic(`${cellId(cell)}: ${promised(cell).text} → ${text}`);
  }
  assert.equal(observed.length, SHORT.length);
  assert.deepEqual(
    observed.flatMap(({ cell, wrong }) => wrong.map((line) => `${cellId(cell)}: ${line}`)),
    [],
  );
});

test('docs/crash-matrix.md has the cells and the promises of the code', () => {
  const page = readFileSync(join(REPOSITORY, 'docs', 'crash-matrix.md'), 'utf8');
  assert.equal(structureOf(page), expectedStructure());
});
