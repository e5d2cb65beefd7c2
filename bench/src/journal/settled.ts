import type { BenchmarkContext } from '../lib/benchmark.ts';
import { closedLoop } from '../lib/closed-loop.ts';
import { load1 } from '../lib/machine.ts';
import { type Latency, latencyOf, median, round } from '../lib/stats.ts';
import type { Sends } from './sends.ts';
import type { World } from './world.ts';

/** Pairs of batches, the empty journal and the full one in turn. */
const ROUNDS = 12;
const BATCH = 600;

export interface Settled {
  readonly inFlight: number;
  readonly without: Latency;
  readonly withRows: Latency;
  /** p50 with the rows against p50 without: over all samples, and the median of the rounds' own ratios. */
  readonly ratio: { readonly p50: number; readonly p99: number; readonly p50OfRounds: number };
  readonly load1: number;
}

/** An effect in a full journal against one in an empty journal of the same server. */
export async function compareSettled(
  { signal }: BenchmarkContext,
  worlds: { readonly without: World; readonly withRows: World },
  sends: Sends,
  inFlight: number,
): Promise<Settled> {
  const samples = { without: [] as number[][], withRows: [] as number[][] };
  for (let index = 0; index < ROUNDS; index += 1) {
    signal.throwIfAborted();
    // Who goes first changes each time: the second of a pair may meet the first one's checkpoint.
    const order = index % 2 === 0 ? (['without', 'withRows'] as const) : (['withRows', 'without'] as const);
    for (const name of order) {
      const world = worlds[name];
      const batch = await closedLoop(inFlight, BATCH, () =>
        world.journal.perform(world.nextEffect(), sends.trivial),
      );
      samples[name].push([...batch.samplesMs]);
    }
  }
  const [without, withRows] = [latencyOf(samples.without.flat()), latencyOf(samples.withRows.flat())];
  const ofRounds = samples.withRows.map(
    (round, index) => latencyOf(round).p50 / latencyOf(samples.without[index] ?? []).p50,
  );
  return {
    ...{ inFlight, without, withRows },
    ratio: {
      p50: round(withRows.p50 / without.p50),
      p99: round(withRows.p99 / without.p99),
      p50OfRounds: round(median(ofRounds)),
    },
    load1: load1(),
  };
}
