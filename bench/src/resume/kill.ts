import type { Random } from '../lib/random.ts';
import type { Flock } from './flock.ts';
import { type Held, heldBy, nextApplied, type RunState } from './observe.ts';
import type { LiveWorker, Side } from './side.ts';
import { retryStartedAt } from './temporal-clock.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** Milliseconds that a kill may take to be mended before the run counts as stuck. Defaults take 17 s, twice in a row. */
const MEND_MS = 60_000;
/** Milliseconds between looks at the database while a kill is being mended: they must not be what is measured. */
const MEND_LOOK_MS = 150;

/** Runs at one kill whose histories are read. */
const MOST_HISTORIES = 10;

/** One run at one kill. Milliseconds after the signal; null for what never came or does not apply. */
export interface Sample {
  readonly runId: string;
  readonly step: number;
  readonly state: RunState | 'in a workflow task' | 'parked';
  /** Next attempt of the interrupted activity, on another worker. */
  readonly againMs: number | null;
  /** Next attempt of anything. */
  readonly movedMs: number | null;
  readonly nextStepMs: number | null;
  readonly effectMs: number | null;
  /** The same by Temporal's clock and history; left out for many runs, since reading histories costs what is measured. */
  readonly temporalMs?: number | null;
  /** For a frozen worker: next attempt of the interrupted activity, after the end of the lease. */
  readonly afterLeaseMs?: number | null;
}

export interface Kill {
  readonly workerId: string;
  readonly pid: number;
  readonly atMs: number;
  /** Which kill of these runs it is, from 1. */
  readonly ordinal: number;
  readonly samples: readonly Sample[];
}

export interface KillContext {
  readonly world: World;
  readonly side: Side;
  readonly flock: Flock;
  readonly ordinal: number;
  readonly random: Random;
}

/** Kills the worker that holds the flock, in the scenario's way, and tells how the runs went on. */
export type Scenario = (context: KillContext) => Promise<Kill>;

/** Waits until each run that the victim held has gone on, by a step unless the flock says less, and tells when. */
export async function followUp(
  { world, side, flock, ordinal }: KillContext,
  victim: LiveWorker,
  atMs: number,
) {
  const held = await mended(side, flock, victim, atMs);
  const runIds = held.map(({ runId }) => runId);
  const applied = await nextApplied(world.witness, runIds, atMs);
  const clocks =
    held.length > MOST_HISTORIES ? new Map<string, number | null>() : await temporalClock(world, held, atMs);
  const samples = held.map((run): Sample => {
    const { runId, step, state } = run;
    return {
      ...{ runId, step, state },
      againMs: after(run.againAt, atMs),
      movedMs: after(run.movedAt, atMs),
      nextStepMs: after(run.nextStepAt, atMs),
      effectMs: after(applied.get(runId), atMs),
      temporalMs: after(clocks.get(runId), atMs),
    };
  });
  return { ...victim, atMs, ordinal, samples } satisfies Kill;
}

async function temporalClock(
  world: World,
  held: readonly Held[],
  atMs: number,
): Promise<Map<string, number | null>> {
  const interrupted = held.filter(({ againAt }) => againAt !== null);
  const found = interrupted.map(
    async ({ runId }) => [runId, await retryStartedAt(world, runId, atMs)] as const,
  );
  return new Map(await Promise.all(found));
}

export function after(time: number | null | undefined, atMs: number): number | null {
  return time == null ? null : time - atMs;
}

async function mended(side: Side, flock: Flock, victim: LiveWorker, atMs: number): Promise<Held[]> {
  let last: Held[] = [];
  const look = async (): Promise<Held[] | undefined> => {
    last = await heldBy(side.db, flock.runIds, victim.workerId, atMs);
    const over = last.every((run) => (flock.untilNextStep ? run.nextStepAt : run.movedAt) !== null);
    return over ? last : undefined;
  };
  // A run that stays where it was is a finding, not a failure of the benchmark: it is reported as stuck.
  return await until('the runs to go on', MEND_MS, look, MEND_LOOK_MS).catch(() => last);
}
