import type { Random } from '../lib/random.ts';
import type { Flock } from './flock.ts';
import { type Held, heldBy, nextApplied, type RunState } from './observe.ts';
import type { LiveWorker, Side } from './side.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** Milliseconds that a kill may take to be mended before the run counts as stuck. Defaults take 17 s, twice in a row. */
const MEND_MS = 60_000;
/** Milliseconds between looks at the database while a kill is being mended: they must not be what is measured. */
const MEND_LOOK_MS = 150;

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

/** Waits until each run that the victim held has begun a later step, and tells when what happened. */
export async function followUp(
  { world, side, flock, ordinal }: KillContext,
  victim: LiveWorker,
  atMs: number,
) {
  const held = await mended(side, flock, victim, atMs);
  const runIds = held.map(({ runId }) => runId);
  const applied = await nextApplied(world.witness, runIds, atMs);
  const samples = held.map((run): Sample => {
    const { runId, step, state } = run;
    return {
      ...{ runId, step, state },
      againMs: after(run.againAt, atMs),
      movedMs: after(run.movedAt, atMs),
      nextStepMs: after(run.nextStepAt, atMs),
      effectMs: after(applied.get(runId), atMs),
    };
  });
  return { ...victim, atMs, ordinal, samples } satisfies Kill;
}

export function after(time: number | null | undefined, atMs: number): number | null {
  return time == null ? null : time - atMs;
}

async function mended(side: Side, flock: Flock, victim: LiveWorker, atMs: number): Promise<Held[]> {
  let last: Held[] = [];
  const look = async (): Promise<Held[] | undefined> => {
    last = await heldBy(side.db, flock.runIds, victim.workerId, atMs);
    return last.every(({ nextStepAt }) => nextStepAt !== null) ? last : undefined;
  };
  // A run that stays where it was is a finding, not a failure of the benchmark: it is reported as stuck.
  return await until('the runs to go on', MEND_MS, look, MEND_LOOK_MS).catch(() => last);
}
