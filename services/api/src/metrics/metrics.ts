import { DEATH_EVIDENCE, METRICS, RUN_STATUSES } from '@checkpoint/contracts';
import {
  createRegistry,
  derivedCounter,
  derivedGauge,
  derivedHistogram,
  type HistogramReading,
  type Reading,
  type Registry,
} from '@checkpoint/telemetry';
import type pg from 'pg';
import { rows } from '../store/statements.ts';
import { registerEffectMetrics } from './effects.ts';
import { registerInboxMetrics } from './inbox.ts';

/** Fine below a second, where a resume should be; up to two minutes, where something is wrong. Seconds. */
const RESUME_BUCKETS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30, 60, 120];
/** From a short demo to a day, seconds. */
const RUN_BUCKETS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 86_400];

/**
 * One registry for this process. Everything that counts is read from durable records on each scrape, so a restart of
 * the API, or a second replica, counts nothing twice and forgets nothing.
 */
export function createMetrics(pool: pg.Pool): Registry {
  const registry = createRegistry();
  registerEffectMetrics(registry, pool);
  registerInboxMetrics(registry, pool);
  registerRunMetrics(registry, pool);
  registerWorkerMetrics(registry, pool);
  registerPoolMetrics(registry, pool);
  return registry;
}

function registerRunMetrics(registry: Registry, pool: pg.Pool): void {
  derivedCounter(registry, {
    name: METRICS.runsTotal,
    help: 'Runs by their present status.',
    labelNames: ['status'],
    read: async () => {
      const found = await rows<{ status: string; value: number }>(pool, 'metric-runs');
      return withZeros('status', RUN_STATUSES, found);
    },
  });
  derivedHistogram(registry, {
    name: METRICS.runDurationSeconds,
    help: 'From the start of a run to its end, waiting included, seconds.',
    labelNames: ['status'],
    buckets: RUN_BUCKETS,
    read: () => readHistogram(pool, 'metric-run-duration', 'status', RUN_STATUSES.slice(1), RUN_BUCKETS),
  });
}

function registerWorkerMetrics(registry: Registry, pool: pg.Pool): void {
  derivedHistogram(registry, {
    name: METRICS.resumeLatencySeconds,
    help: 'From the death of a worker to the start of the next attempt of work it held, by the database clock, seconds.',
    labelNames: ['cause'],
    buckets: RESUME_BUCKETS,
    read: () => readHistogram(pool, 'metric-resumes', 'cause', DEATH_EVIDENCE, RESUME_BUCKETS),
  });
  derivedCounter(registry, {
    name: METRICS.podKillsTotal,
    help: 'Workers that this API killed on request, by what was observed.',
    labelNames: ['action', 'result'],
    read: async () => {
      const found = await rows<{ result: string; value: number }>(pool, 'metric-kills');
      return withZeros('result', ['gone', 'not_gone', 'unobserved'], found).map(({ labels, value }) => ({
        labels: { ...labels, action: 'sigkill' },
        value,
      }));
    },
  });
  derivedGauge(registry, {
    name: METRICS.workersAlive,
    help: 'Workers with a running lease and no death certificate.',
    labelNames: [],
    read: async () =>
      (await rows<{ value: number }>(pool, 'metric-workers')).map(({ value }) => ({ labels: {}, value })),
  });
}

function registerPoolMetrics(registry: Registry, pool: pg.Pool): void {
  const gauges = [
    [METRICS.pgPool.total, 'Open connections to Postgres.', () => pool.totalCount],
    [METRICS.pgPool.idle, 'Open connections that nobody uses.', () => pool.idleCount],
    [METRICS.pgPool.waiting, 'Callers that wait for a connection.', () => pool.waitingCount],
  ] as const;
  for (const [name, help, value] of gauges) {
    derivedGauge(registry, {
      name,
      help,
      labelNames: [],
      read: async () => [{ labels: {}, value: value() }],
    });
  }
}

/** A missing series and a zero look alike on a panel, so each known label has a value. */
function withZeros<Label extends string>(
  label: Label,
  known: readonly string[],
  found: readonly (Record<Label, string> & { value: number })[],
): Reading[] {
  const values = new Map(known.map((name) => [name, 0]));
  for (const reading of found) values.set(reading[label], reading.value);
  return [...values].map(([name, value]) => ({ labels: { [label]: name }, value }));
}

async function readHistogram(
  pool: pg.Pool,
  statement: string,
  label: string,
  known: readonly string[],
  buckets: readonly number[],
): Promise<HistogramReading[]> {
  const found = await rows<{ counts: number[]; count: number; sum: number } & Record<string, unknown>>(
    pool,
    statement,
    [buckets],
  );
  const readings = new Map<string, HistogramReading>(
    known.map((name) => [
      name,
      { labels: { [label]: name }, counts: buckets.map(() => 0), count: 0, sum: 0 },
    ]),
  );
  for (const reading of found) {
    const name = String(reading[label]);
    readings.set(name, { labels: { [label]: name }, ...pick(reading) });
  }
  return [...readings.values()];
}

function pick({ counts, count, sum }: { counts: number[]; count: number; sum: number }) {
  return { counts, count, sum };
}
