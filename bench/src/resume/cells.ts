import { duplicatesOf, NO_ARRIVALS, type WitnessTotals } from './duplicates.ts';
import { explainSlowest } from './explain.ts';
import { replaceWorkers, startFlock } from './flock.ts';
import type { Kill } from './kill.ts';
import { MODES, type ModeName } from './modes.ts';
import type { ResumeOptions } from './options.ts';
import { SCENARIOS, type ScenarioName } from './scenarios/index.ts';
import { createSide } from './side.ts';
import { longestStalls } from './stalls.ts';
import type { World } from './world.ts';

/** Kills of the same runs in a row: the sixth must be as fast as the first. */
const KILLS_A_FLOCK = 6;

/** One mode, in one scenario, with one number of runs on the killed worker. */
export interface Cell {
  readonly mode: ModeName;
  readonly scenario: ScenarioName;
  readonly runs: number;
  readonly kills: Kill[];
  /** Of each run: the longest time without an attempt on a living worker, milliseconds. */
  readonly stallsMs: number[];
  witness: WitnessTotals;
}

export interface CellContext {
  readonly world: World;
  readonly options: ResumeOptions;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Every scenario and size, the modes alternating: a few kills of one mode, then of the next. */
export async function runCells(context: CellContext): Promise<Cell[]> {
  const { options } = context;
  const cells: Cell[] = [];
  for (const { scenario, runs } of options.cells) {
    const row = options.modes.map(
      (mode): Cell => ({ mode, scenario, runs, kills: [], stallsMs: [], witness: NO_ARRIVALS }),
    );
    cells.push(...row);
    while (row.some((cell) => cell.kills.length < options.killsOf(cell))) {
      for (const cell of row) {
        const left = options.killsOf(cell) - cell.kills.length;
        if (left > 0) await killInARow(context, cell, Math.min(left, KILLS_A_FLOCK));
      }
    }
  }
  return cells;
}

async function killInARow(context: CellContext, cell: Cell, count: number): Promise<void> {
  const { world, options, report, signal } = context;
  const { kill: once, parked } = SCENARIOS[cell.scenario];
  const side = createSide(world, MODES[cell.mode]);
  await side.open();
  const flock = await startFlock(side, cell.runs, { ...options.flockOf(cell.runs), parked });
  const turn = { world, side, flock, random: options.random };
  const done: Kill[] = [];
  try {
    // Several runs begin on both workers: a first kill, which does not count, brings them together.
    if (cell.runs > 1)
      done.push(await SCENARIOS[parked ? 'parked' : 'running'].kill({ ...turn, ordinal: 0 }));
    for (let ordinal = 1; ordinal <= count; ordinal += 1) {
      signal.throwIfAborted();
      const kill = await once({ ...turn, ordinal });
      cell.kills.push(kill);
      done.push(kill);
      report(`${cell.mode}, ${cell.scenario} ×${cell.runs}, kill ${cell.kills.length}: ${inWords(kill)}`);
      if (options.explain) await explainSlowest(world, kill, report);
    }
  } finally {
    for (const runId of flock.runIds) await side.endRun(runId);
    // A run that waits for a person stands still by itself.
    if (!parked)
      cell.stallsMs.push(...(await longestStalls(side.db, flock.runIds, done)).map(({ ms }) => ms));
    cell.witness = await duplicatesOf(world.witness, flock.runIds, cell.witness);
    // Long steps of runs that have ended would go on and keep the slots that the next runs need.
    if (!flock.untilNextStep) await replaceWorkers(side);
    await side.close();
  }
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
