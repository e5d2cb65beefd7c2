import { METRICS, RUN_STATUSES } from '@checkpoint/contracts';
import { derivedCounter, derivedGauge, derivedHistogram, type Registry } from '@checkpoint/telemetry';
import { type Db, rows } from '../store/statements.ts';
import { readHistogram, shared, withZeros } from './readings.ts';

/** From a short demo to a day, seconds. */
const BUCKETS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 86_400];
/** The statuses that a run ends in. */
const ENDS = RUN_STATUSES.filter((status) => status !== 'running');

/** How many runs there are, and how long they take. */
export function registerRunMetrics(registry: Registry, db: Db): void {
  const counted = shared(() => rows<{ status: string; value: number }>(db, 'metric-runs'));
  derivedCounter(registry, {
    name: METRICS.runsTotal,
    help: 'Runs that have entered this status. Each run enters running, so that one counts all of them.',
    labelNames: ['status'],
    read: async () => {
      const found = await counted();
      const all = found.reduce((sum, { value }) => sum + value, 0);
      return withZeros('status', RUN_STATUSES, [
        ...found.filter(({ status }) => status !== 'running'),
        { status: 'running', value: all },
      ]);
    },
  });
  derivedGauge(registry, {
    name: METRICS.runsOpen,
    help: 'Runs that have not ended.',
    labelNames: [],
    read: async () => [
      { labels: {}, value: (await counted()).find(({ status }) => status === 'running')?.value ?? 0 },
    ],
  });
  derivedHistogram(registry, {
    name: METRICS.runDurationSeconds,
    help: 'From the start of a run to its end, waiting included, seconds.',
    labelNames: ['status'],
    buckets: BUCKETS,
    read: () => readHistogram(db, 'metric-run-duration', { label: 'status', known: ENDS, buckets: BUCKETS }),
  });
}
