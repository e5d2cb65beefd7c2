/** Writes docs/crash-matrix.md, and takes from it what must agree with the code: rows, columns, promises. */
import { DELIVERY_CLASSES } from '@checkpoint/contracts';
import {
  CELLS,
  type Cell,
  cellId,
  LEFT_OUT,
  NEXT,
  POINTS,
  type Point,
  ROWS,
  type Row,
  rowId,
  WHO,
} from './cells.ts';
import type { Observed } from './observe.ts';
import { promised } from './promise.ts';

const HEAD = `# Crash matrix

Written by \`make crash-matrix\`, which plays each cell and fails if one breaks its promise: delivery class × crash point
× who crashes × what happens next. Each cell is a real worker process on a real Postgres; how often an effect was applied
is counted by the witness, outside of the journal. A cell says what is promised and, after the arrow, what was seen in the
run that wrote this page: the state, how often it was applied, the arrivals at the receiver (those that a provider's key or
equal bytes absorbed included), the epoch, and how each attempt ended. What was seen may differ between two runs where the
promise allows it. \`npm run crash-matrix -- --only <name>\` plays the cells of one row; a row's name is its anchor.

Where an outcome was unknown, a person then looked at the receiver and decided, and each effect ended as applied once.
`;

/** The page. Every cell must have been observed. */
export function render(observed: readonly Observed[]): string {
  const seen = new Map(observed.map((each) => [cellId(each.cell), each.text]));
  const missing = CELLS.filter((cell) => !seen.has(cellId(cell)));
  if (missing.length > 0) throw new Error(`not played: ${missing.map(cellId).join(', ')}`);
  const sections = (Object.keys(POINTS) as Point[]).map((point) => section(point, seen));
  const out = LEFT_OUT.map(([what, why]) => `| ${what} | ${why} |`);
  const left = ['## Left out', '', '| cells | why |', '| --- | --- |', ...out, ''].join('\n');
  return `${HEAD}\n${CELLS.length} cells.\n\n${sections.join('\n')}\n${left}`;
}

function section(point: Point, seen: ReadonlyMap<string, string>): string {
  const title = POINTS[point];
  const rows = ROWS.filter((row) => row.point === point).map((row) => rowText(row, seen));
  return [
    `## ${title[0]?.toUpperCase()}${title.slice(1)}`,
    '',
    `| who; what happens next | ${DELIVERY_CLASSES.join(' | ')} |`,
    `|${' --- |'.repeat(DELIVERY_CLASSES.length + 1)}`,
    ...rows,
    '',
  ].join('\n');
}

function rowText(row: Row, seen: ReadonlyMap<string, string>): string {
  const columns = DELIVERY_CLASSES.map((delivery) => {
    if (!row.classes.includes(delivery)) return '–';
    const cell: Cell = { point: row.point, who: row.who, next: row.next, delivery };
    return `${promised(cell).text} → ${seen.get(cellId(cell))}`;
  });
  return `| <a id="${rowId(row)}"></a>${WHO[row.who]}; ${NEXT[row.next]} | ${columns.join(' | ')} |`;
}

/** The page without what was observed. */
export function structureOf(page: string): string {
  return page.replace(/ → [^|]*\|/g, ' → … |').replace(/\r/g, '');
}

/** The page's structure as the code has it. */
export function expectedStructure(): string {
  return structureOf(render(CELLS.map((cell) => ({ cell, text: '…', wrong: [] }))));
}
