import { duplicatesOf, type WitnessTotals } from './duplicates.ts';
import { explain } from './explain.ts';
import { type Kill, killHolder, startFlock, victimOf } from './kill.ts';
import { MODES, type ModeName } from './modes.ts';
import type { ResumeOptions } from './options.ts';
import { createSide, type Side } from './side.ts';
import type { World } from './world.ts';

/** Kills of the same runs in a row: the sixth must be as fast as the first. */
const KILLS_A_FLOCK = 6;

/** One mode with one number of runs on the killed worker. */
export interface Cell {
  readonly mode: ModeName;
  readonly runs: number;
  readonly kills: Kill[];
  witness: WitnessTotals;
}

/** Every mode with every size, alternating: a few kills of one mode, then of the next. */
export async function runCells(
  world: World,
  options: ResumeOptions,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const runs of options.sizes) {
    const row = options.modes.map((mode): Cell => ({ mode, runs, kills: [], witness: NONE }));
    cells.push(...row);
    while (row.some((cell) => cell.kills.length < options.killsOf(cell.mode))) {
      for (const cell of row) {
        const left = options.killsOf(cell.mode) - cell.kills.length;
        if (left > 0) await killInARow(world, cell, Math.min(left, KILLS_A_FLOCK), options, report, signal);
      }
    }
  }
  return cells;
}

const NONE: WitnessTotals = { arrivals: 0, applications: 0, distinctKeys: 0, duplicates: 0 };

async function killInARow(
  world: World,
  cell: Cell,
  count: number,
  { toolMs, random, explain: explains }: ResumeOptions,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const side = createSide(world, MODES[cell.mode]);
  await side.open();
  const flock = await startFlock(side, cell.runs, toolMs);
  try {
    if (cell.runs > 1) await gather(world, side, flock, random);
    for (let ordinal = 1; ordinal <= count; ordinal += 1) {
      signal.throwIfAborted();
      const kill = await killHolder(world, side, flock, { ordinal, random });
      cell.kills.push(kill);
      report(`${cell.mode} ×${cell.runs}, kill ${cell.kills.length}: ${inWords(kill)}`);
      if (explains) await explainSlowest(world, kill, report);
    }
  } finally {
    for (const runId of flock.runIds) await side.endRun(runId);
    cell.witness = await duplicatesOf(world.witness, flock.runIds, cell.witness);
    await side.close();
  }
}

/** Several runs begin on both workers: a first kill, which does not count, brings them together. */
async function gather(
  world: World,
  side: Side,
  flock: { runIds: readonly string[] },
  random: ResumeOptions['random'],
) {
  await victimOf(side, flock);
  await killHolder(world, side, flock, { ordinal: 0, random });
}

/** A run that moved sooner needs no explanation. */
const EXPLAIN_MS = 250;

async function explainSlowest(world: World, kill: Kill, report: (line: string) => void): Promise<void> {
  const [slowest] = [...kill.samples].sort((a, b) => (b.movedMs ?? Infinity) - (a.movedMs ?? Infinity));
  if (slowest === undefined || (slowest.movedMs ?? Infinity) < EXPLAIN_MS) return;
  report(
    `  slowest: ${slowest.runId}, ${slowest.state} at step ${slowest.step}, moved after ${slowest.movedMs} ms`,
  );
  const lines = await explain(world, slowest.runId, kill.atMs, slowest.movedMs ?? Infinity);
  for (const line of lines) report(`    ${line}`);
}

function inWords({ samples }: Kill): string {
  const again = samples.flatMap(({ againMs }) => againMs ?? []);
  const moved = samples.map(({ movedMs }) => movedMs ?? Number.POSITIVE_INFINITY);
  return [
    `held ${samples.length} runs, ${again.length} in flight`,
    again.length > 0
      ? `next attempt after ${Math.round(Math.min(...again))} to ${Math.round(Math.max(...again))} ms`
      : '',
    `all moved after ${Math.round(Math.max(...moved))} ms`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
