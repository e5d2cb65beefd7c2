import type { BenchmarkContext } from '../lib/benchmark.ts';
import { closedLoop } from '../lib/closed-loop.ts';
import { type Cpu, cpuSince, ownCpu, treeCpu } from '../lib/cpu.ts';
import { load1 } from '../lib/machine.ts';
import { type Latency, latencyOf, median, round } from '../lib/stats.ts';
import { bareSend, type SendName, type Sends } from './sends.ts';
import type { World } from './world.ts';

/** Effects at once. */
export const IN_FLIGHT = [1, 10, 100] as const;

/** Pairs of batches, bare and journaled in turn, so that a busy moment of the machine meets both. */
const ROUNDS = 6;

/** Effects of a batch: enough for a 99th percentile, and a second or two. A slow send is given fewer. */
const BATCH: Readonly<Record<number, number>> = { 1: 200, 10: 800, 100: 1_500 };
const SLOW_BATCH: Readonly<Record<number, number>> = { 1: 25, 10: 200, 100: 1_000 };

/** Effects before anything is measured: connections, prepared plans, compiled code. */
const WARM_UP = 600;

export interface Added {
  readonly send: SendName;
  readonly inFlight: number;
  readonly bare: Latency;
  readonly journaled: Latency;
  /** Milliseconds: the journaled percentile minus the bare one, and the median over the rounds of the p50's. */
  readonly added: { readonly p50: number; readonly p99: number; readonly p50OfRounds: number };
  readonly effectsPerSecond: number;
  /** Share of one core, of this process and of Postgres, while journaled batches ran. */
  readonly cores: { readonly node: Cpu; readonly postgres: Cpu };
  readonly walBytesPerEffect: number;
  readonly load1: number;
}

/** What the journal adds to a send, at one number in flight. */
export async function measureAdded(
  context: BenchmarkContext,
  world: World,
  sends: Sends,
  send: SendName,
  inFlight: number,
): Promise<Added> {
  const tool = sends[send];
  const total = (send === 'slow' ? SLOW_BATCH : BATCH)[inFlight] ?? WARM_UP;
  const bare: number[][] = [];
  const journaled: number[][] = [];
  let wallMs = 0;
  const meter = await createMeter(context.servers.postgresPid, world);
  for (let round = 0; round < ROUNDS; round += 1) {
    context.signal.throwIfAborted();
    bare.push([...(await closedLoop(inFlight, total, () => bareSend(tool, world.nextEffect()))).samplesMs]);
    await meter.begin();
    const batch = await closedLoop(inFlight, total, () => world.journal.perform(world.nextEffect(), tool));
    await meter.end();
    journaled.push([...batch.samplesMs]);
    wallMs += batch.wallMs;
  }
  const [b, j] = [latencyOf(bare.flat()), latencyOf(journaled.flat())];
  const ofRounds = journaled.map(
    (samples, round) => latencyOf(samples).p50 - latencyOf(bare[round] ?? []).p50,
  );
  const { node, postgres, walBytes } = meter.total();
  return {
    ...{ send, inFlight, bare: b, journaled: j },
    added: { p50: round(j.p50 - b.p50), p99: round(j.p99 - b.p99), p50OfRounds: round(median(ofRounds)) },
    effectsPerSecond: Math.round((1000 * j.n) / wallMs),
    cores: { node: share(node, wallMs), postgres: share(postgres, wallMs) },
    walBytesPerEffect: Math.round(walBytes / j.n),
    load1: load1(),
  };
}

export async function warmUp(worlds: readonly World[], sends: Sends): Promise<void> {
  for (const world of worlds) {
    await closedLoop(100, WARM_UP, () => world.journal.perform(world.nextEffect(), sends.trivial));
  }
}

/** CPU and write-ahead log between `begin` and `end`, summed up. */
async function createMeter(postgresPid: number, world: World) {
  const sum = { node: { user: 0, system: 0 }, postgres: { user: 0, system: 0 }, walBytes: 0 };
  let before = { node: ownCpu(), postgres: treeCpu(postgresPid), wal: 0 };
  const look = async () => ({
    ...{ node: ownCpu(), postgres: treeCpu(postgresPid) },
    wal: await walPosition(world),
  });
  return {
    async begin() {
      before = await look();
    },
    async end() {
      const after = await look();
      sum.node = plus(sum.node, cpuSince(before.node, after.node));
      sum.postgres = plus(sum.postgres, cpuSince(before.postgres, after.postgres));
      sum.walBytes += after.wal - before.wal;
    },
    total: () => sum,
  };
}

async function walPosition(world: World): Promise<number> {
  const text = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes";
  return (await world.pool.query<{ bytes: number }>(text)).rows[0]?.bytes ?? 0;
}

function plus(a: Cpu, b: Cpu): Cpu {
  return { user: a.user + b.user, system: a.system + b.system };
}

function share({ user, system }: Cpu, wallMs: number): Cpu {
  return { user: round((1000 * user) / wallMs, 2), system: round((1000 * system) / wallMs, 2) };
}
