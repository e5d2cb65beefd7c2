import { asError } from '@checkpoint/contracts';
import { createTestDatabase } from '@checkpoint/testing';
import { type Cell, cellId, POINTS, type Point } from './cells.ts';
import type { Observed } from './observe.ts';
import { play } from './play.ts';
import { openStoppable, playRound } from './postgres.ts';
import { Stage } from './stage.ts';

export interface RunOptions {
  /** Cells that are played at the same time; most of their time is waiting for leases. */
  readonly concurrency: number;
  readonly report: (observed: Observed) => void;
}

/** Plays the cells. One that throws is a failed cell with its error as what was observed. */
export async function runCells(cells: readonly Cell[], options: RunOptions): Promise<Observed[]> {
  const all: Observed[] = [];
  const note = (observed: Observed): void => {
    all.push(observed);
    options.report(observed);
  };
  const stopping = cells.filter(({ who }) => who === 'postgres-stopped');
  const others = cells.filter(({ who }) => who !== 'postgres-stopped');
  await Promise.all([playAll(others, options.concurrency, note), stopAll(stopping, note)]);
  return all;
}

async function playAll(cells: readonly Cell[], concurrency: number, note: (observed: Observed) => void) {
  if (cells.length === 0) return;
  const database = await createTestDatabase('journal');
  const stage = await Stage.open(database.url);
  const left = [...cells];
  const work = async (): Promise<void> => {
    for (let cell = left.shift(); cell !== undefined; cell = left.shift()) {
      const mine = cell;
      note(await play(stage, mine).catch((thrown) => failed(mine, thrown)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await stage.close();
  await database.drop();
}

async function stopAll(cells: readonly Cell[], note: (observed: Observed) => void): Promise<void> {
  if (cells.length === 0) return;
  const { server, stage, close } = await openStoppable();
  for (const point of Object.keys(POINTS) as Point[]) {
    const round = cells.filter((cell) => cell.point === point);
    if (round.length === 0) continue;
    const observed = await playRound(server, stage, round).catch((thrown) =>
      round.map((cell) => failed(cell, thrown)),
    );
    for (const each of observed) note(each);
  }
  await close();
}

function failed(cell: Cell, thrown: unknown): Observed {
  const error = asError(thrown);
  return {
    cell,
    text: `it stopped: ${error.message}`,
    wrong: [`${cellId(cell)} stopped: ${error.stack ?? error.message}`],
  };
}
