import { deleteSettled, runsAfter } from '@checkpoint/journal';
import { closedLoop } from '../lib/closed-loop.ts';
import { latencyOf, round } from '../lib/stats.ts';
import type { Sends } from './sends.ts';
import type { World } from './world.ts';

/** Runs that are removed, twice: some ten thousand effects each time, far less than the smallest fill. */
const RUNS = 150;
const DAY_MS = 86_400_000;
const IN_FLIGHT = 10;
const BATCH = 800;

export interface Retention {
  /** Effects removed a second, each with its attempt, one statement after another, while nothing else happens. */
  readonly effectsPerSecond: number;
  /** p50 of an effect, 10 in flight, while a removal goes on, against the p50 of the batches before and after it. */
  readonly p50Ratio: number;
}

/** What it costs to remove old runs, and what that costs the others. */
export async function measureRetention(world: World, sends: Sends): Promise<Retention> {
  const runs = await runsAfter(world.pool, 'bench-', 2 * RUNS);
  const remove = (runIds: readonly string[]) => deleteSettled(world.pool, { runIds, olderThanMs: DAY_MS });
  const batch = async () => {
    const { samplesMs } = await closedLoop(IN_FLIGHT, BATCH, () =>
      world.journal.perform(world.nextEffect(), sends.trivial),
    );
    return latencyOf(samplesMs).p50;
  };
  const begun = performance.now();
  const { effects } = await remove(runs.slice(0, RUNS));
  const effectsPerSecond = Math.round((1000 * effects) / (performance.now() - begun));
  const before = await batch();
  const removal = remove(runs.slice(RUNS));
  const during = await batch();
  await removal;
  const after = await batch();
  return { effectsPerSecond, p50Ratio: round((2 * during) / (before + after)) };
}
