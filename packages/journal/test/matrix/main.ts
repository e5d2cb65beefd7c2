/**
 * `npm run crash-matrix`: plays every cell on real processes, real Postgres and the real witness, prints what was
 * promised and what was observed, and writes docs/crash-matrix.md. `-- --only <text>` plays the cells whose name holds
 * the text; `--short` a choice of them. The last line is `N passed, N failed`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '@checkpoint/local';
import { withPostgres } from '../fixtures/own-postgres.ts';
import { CELLS, cellId } from './cells.ts';
import { promised } from './promise.ts';
import { runCells } from './run.ts';
import { SHORT } from './short.ts';
import { render } from './table.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    'no-table': { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '4' },
  },
});

async function main(): Promise<number> {
  const { only, short } = values;
  const among = short ? SHORT : CELLS;
  const cells = among.filter((cell) => only === undefined || cellId(cell).includes(only));
  const begun = performance.now();
  const observed = await runCells(cells, {
    concurrency: Number(values.concurrency),
    report: ({ cell, text, wrong }) => {
      say(`${wrong.length === 0 ? 'PASS' : 'FAIL'}  ${cellId(cell)}`);
      say(`      promised: ${promised(cell).text}`);
      say(`      observed: ${text}`);
      for (const line of wrong) say(`      ✖ ${line}`);
    },
  });
  const failed = observed.filter(({ wrong }) => wrong.length > 0).length;
  const whole = only === undefined && !short;
  if (whole && failed === 0 && !values['no-table']) {
    writeFileSync(join(REPOSITORY, 'docs', 'crash-matrix.md'), render(observed));
    say('docs/crash-matrix.md is written');
  }
  say(`${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  say(`${observed.length - failed} passed, ${failed} failed`);
  return observed.length > 0 && failed === 0 ? 0 : 1;
}

process.exitCode = await withPostgres(main);
