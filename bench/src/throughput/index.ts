import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { REPOSITORY } from '@checkpoint/local';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import type { Benchmark, BenchmarkContext, BenchmarkResult } from '../lib/benchmark.ts';
import { wholeNumber } from '../lib/benchmark.ts';
import { load1 } from '../lib/machine.ts';
import { look, perStep, type Usage, usage } from './meter.ts';
import { ROUNDS, RUNS, SEQUENTIAL_STEPS, SIDES, type Side, STEPS } from './options.ts';
import { asText, type Samples, summarise } from './report.ts';
import { type Bench, runBatch } from './runs.ts';
import { startWorker } from './workers.ts';

export const throughput: Benchmark = {
  summary: 'steps a second and milliseconds a step, against bare Temporal activities',
  options: { rounds: { type: 'string', help: `batches of each side, in turn (default ${ROUNDS})` } },
  run,
};

async function run(context: BenchmarkContext): Promise<BenchmarkResult> {
  const { servers, report } = context;
  const rounds = wholeNumber('rounds', context.options.rounds, ROUNDS);
  const url = await servers.createDatabase('bench_product');
  await applyMigrations(url);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const connection = await Connection.connect({ address: servers.temporalAddress });
  const client = new Client({ connection, namespace: servers.temporalNamespace });
  const workers = { bare: startWorker(servers, 'bare', url), ours: startWorker(servers, 'ours', url) };
  const bench = (side: Side): Bench => ({
    ...{ side, client, pool },
    worker: side === 'bare' ? workers.bare : workers.ours,
  });
  try {
    const samples = newSamples();
    report('waiting for the workers, warming up');
    for (const side of SIDES) await runBatch(bench(side), 5, STEPS);
    for (let round = 1; round <= rounds; round += 1) {
      for (const side of SIDES) {
        context.signal.throwIfAborted();
        report(`round ${round} of ${rounds}: ${side}`);
        await measure(context, bench(side), samples);
      }
    }
    const json = { ...summarise(samples), load1: load1() };
    return { json, text: asText(json) };
  } finally {
    await Promise.all([workers.bare.stop(), workers.ours.stop()]);
    await Promise.all([connection.close(), pool.end()]);
  }
}

async function measure({ servers }: BenchmarkContext, bench: Bench, samples: Samples): Promise<void> {
  const mine = samples[bench.side];
  const alone = await runBatch(bench, 1, SEQUENTIAL_STEPS);
  mine.msPerStep.push(alone.wallMs / SEQUENTIAL_STEPS);
  mine.eventsPerStep = (await eventsOf(bench, alone.ids[0] ?? '')) / SEQUENTIAL_STEPS;
  const before = await look(servers, bench.pool, bench.worker.pid);
  const together = await runBatch(bench, RUNS, STEPS);
  const after = await look(servers, bench.pool, bench.worker.pid);
  mine.stepsPerSecond.push((1000 * RUNS * STEPS) / together.wallMs);
  mine.usage.push(usage(before, after));
  mine.perStep = perStep(mine.usage, mine.usage.length * RUNS * STEPS);
}

async function eventsOf({ client }: Bench, runId: string): Promise<number> {
  return (await client.workflow.getHandle(runId).describe()).historyLength;
}

function newSamples(): Samples {
  const none = (): Samples[Side] => ({
    ...{ msPerStep: [], stepsPerSecond: [], usage: [] as Usage[], eventsPerStep: 0, perStep: perStep([], 1) },
  });
  return { bare: none(), ours: none(), unjournaled: none() };
}

/** The product's own command. */
async function applyMigrations(databaseUrl: string): Promise<void> {
  const migrate = spawn(process.execPath, [join(REPOSITORY, 'services/api/src/migrate.ts')], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(migrate, 'exit')) as [number];
  if (code !== 0) throw new Error(`the migrations ended with exit code ${code}`);
}
