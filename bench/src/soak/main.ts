/** `npm run soak -- --minutes 10`: runs go on while workers die at random. Exit code 0 when every check passed. */
import { setTimeout as delay } from 'node:timers/promises';
import { clock, onInterruption } from '@checkpoint/local';
import { machine } from '../lib/machine.ts';
import { duplicatesOf, NO_ARRIVALS } from '../resume/duplicates.ts';
import { MODES } from '../resume/modes.ts';
import { createSide, type Side } from '../resume/side.ts';
import { longestStalls } from '../resume/stalls.ts';
import { openWorld, type World } from '../resume/world.ts';
import { killWorkers } from './killer.ts';
import { keepRunning } from './load.ts';
import { watchMemory } from './memory.ts';
import { readOptions, type SoakOptions, USAGE } from './options.ts';
import { checksOf, reportText, type Seen } from './report.ts';

const MINUTE_MS = 60_000;

const begun = performance.now();
const report = (line: string): void =>
  void process.stderr.write(`soak ${clock(performance.now() - begun)}  ${line}\n`);
process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const options = optionsOrUsage(argv);
  if (options === undefined) return 2;
  report(`seed ${options.random.seed}`);
  const { signal } = onInterruption(() => process.exit(1));
  const before = machine();
  const world = await openWorld({
    ...{ folder: 'soak', modes: ['ours'], report, signal },
    apiEnvironment: { CHECKPOINT_FLEET_SIZE: String(options.workers) },
  });
  try {
    const seen = await soak(world, options, signal);
    const checks = checksOf(seen);
    const passed = checks.every((check) => check.passed);
    const { kills, postponed, stalls, memory, runIds, witness } = seen;
    const document = {
      ...{ benchmark: 'soak', seed: options.random.seed, minutes: options.minutes, machine: before },
      ...{ loadAtEnd: machine().load1, passed, checks, runs: runIds.length, kills: kills.length, postponed },
      ...{ witness, memory, longestStalls: stalls.slice(0, 20) },
    };
    process.stdout.write(
      options.json ? `${JSON.stringify(document, null, 2)}\n` : `${reportText(checks, memory)}\n`,
    );
    return passed ? 0 : 1;
  } finally {
    await world.close();
  }
}

function optionsOrUsage(argv: readonly string[]): SoakOptions | undefined {
  try {
    return readOptions(argv);
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n${USAGE}`);
    return undefined;
  }
}

async function soak(world: World, options: SoakOptions, interrupted: AbortSignal): Promise<Seen> {
  const side = createSide(world, MODES.ours);
  await side.open();
  const over = new AbortController();
  const stop = AbortSignal.any([over.signal, interrupted]);
  const memory = watchMemory(() => processes(world, side));
  const load = keepRunning(side, options, stop, report);
  const killing = killWorkers(side, options.random, stop, report);
  await delay(options.minutes * MINUTE_MS, undefined, { signal: interrupted }).catch(() => undefined);
  over.abort();
  const kills = await killing;
  const runs = await load;
  return {
    ...kills,
    ...runs,
    memory: memory.stop(),
    stalls: await longestStalls(side.db, runs.runIds, kills.kills),
    witness: await duplicatesOf(world.witness, runs.runIds, NO_ARRIVALS),
  };
}

/** The parts of the stack by name, and each worker. */
async function processes({ stack }: World, side: Side): Promise<Record<string, number>> {
  const parts = Object.entries(stack.processes).map(([name, { pid }]) => [name, pid] as const);
  const workers = await side.workers();
  return Object.fromEntries([
    ...parts,
    ...workers.map(({ workerId, pid }) => [`worker ${workerId.slice(-6)}`, pid] as const),
  ]);
}
