import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../lib/random.ts';
import { type Held, heldBy, holders, nextApplied } from './observe.ts';
import type { LiveWorker, Side } from './side.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** Milliseconds that a kill may take to be mended before the run counts as stuck. Defaults take 17 s, twice in a row. */
const MEND_MS = 60_000;
/** Milliseconds between looks at the database while a kill is being mended: they must not be what is measured. */
const MEND_LOOK_MS = 150;
/** Milliseconds over which the moment of a kill is spread: longer than a step of one run alone. */
export const SPREAD_MS = 400;
const READY_MS = 60_000;
const STOPS: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGSTOP'];

/** One run at one kill. Milliseconds after the signal; null for what never came or does not apply. */
export interface Sample extends Pick<Held, 'runId' | 'step' | 'state'> {
  readonly againMs: number | null;
  readonly movedMs: number | null;
  readonly nextStepMs: number | null;
  readonly effectMs: number | null;
}

export interface Kill {
  readonly workerId: string;
  readonly pid: number;
  readonly atMs: number;
  /** Which kill of these runs it is, from 1. */
  readonly ordinal: number;
  readonly samples: readonly Sample[];
}

/** Runs that are started together and killed together. */
export interface Flock {
  readonly runIds: readonly string[];
}

/** Starts `count` runs and waits until each has begun. */
export async function startFlock(side: Side, count: number, toolMs: number): Promise<Flock> {
  const runIds = Array.from({ length: count }, () => `${side.mode.name}-${randomUUID().slice(0, 13)}`);
  for (const runId of runIds) await side.startRun(runId, { steps: 9_000, toolMs });
  await until(`${count} runs to begin`, READY_MS, async () => {
    const held = await holders(side.db, runIds);
    return [...held.values()].reduce((sum, runs) => sum + runs, 0) === count;
  });
  return { runIds };
}

/** Waits until two workers live, and returns the one that holds most of the flock. */
export async function victimOf(side: Side, { runIds }: Flock): Promise<LiveWorker> {
  return await until(`two workers of ${side.mode.name} to live`, READY_MS, async () => {
    const [live, held] = [await side.workers(), await holders(side.db, runIds)];
    if (live.length < 2) return undefined;
    return live.sort((a, b) => (held.get(b.workerId) ?? 0) - (held.get(a.workerId) ?? 0))[0];
  });
}

export interface KillOptions {
  readonly ordinal: number;
  readonly random: Random;
  readonly signal?: NodeJS.Signals;
}

/** Kills the holder at a random moment, waits until each of its runs has begun a later step, and tells what it saw. */
export async function killHolder(
  world: World,
  side: Side,
  flock: Flock,
  options: KillOptions,
): Promise<Kill> {
  const victim = await victimOf(side, flock);
  await delay(options.random.between(0, SPREAD_MS));
  const signal = options.signal ?? 'SIGKILL';
  if (!STOPS.includes(signal)) throw new TypeError(`no such kill: ${signal}`);
  const atMs = Date.now();
  process.kill(victim.pid, signal);
  const held = await mended(side, flock, victim, atMs);
  side.mended();
  const applied = await nextApplied(
    world.witness,
    held.map(({ runId }) => runId),
    atMs,
  );
  const after = (time: number | null | undefined): number | null => (time == null ? null : time - atMs);
  return {
    ...victim,
    atMs,
    ordinal: options.ordinal,
    samples: held.map(({ runId, step, state, againAt, movedAt, nextStepAt }) => ({
      ...{ runId, step, state },
      againMs: after(againAt),
      movedMs: after(movedAt),
      nextStepMs: after(nextStepAt),
      effectMs: after(applied.get(runId)),
    })),
  };
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
