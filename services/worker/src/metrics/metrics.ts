import { METRICS } from '@checkpoint/contracts';
import { createRegistry, Gauge, type Registry, registerPoolMetrics } from '@checkpoint/telemetry';
import type pg from 'pg';
import { registerJournalMetrics } from './journal.ts';

/**
 * What this process alone can know; it ends with the process. What must survive a kill, duplicates and resumes, is
 * counted by the API and the witness from durable records.
 */
export function createWorkerMetrics(options: {
  readonly pool: pg.Pool;
  readonly workerId: string;
  readonly buildId: string;
}): Registry {
  const registry = createRegistry();
  registerPoolMetrics(registry, options.pool);
  registerJournalMetrics(registry);
  const info = new Gauge({
    name: METRICS.workerInfo,
    help: '1 for this process; the labels say which worker it is and what it runs.',
    labelNames: ['worker_id', 'build_id'],
    registers: [registry],
  });
  info.set({ worker_id: options.workerId, build_id: options.buildId }, 1);
  return registry;
}
