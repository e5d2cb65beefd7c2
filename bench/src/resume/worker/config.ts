import type { WorkerOptions } from '@temporalio/worker';
import { z } from 'zod';

const WorkerSettings = z.strictObject({
  /** Milliseconds between heartbeats of each activity, besides the product's own. */
  heartbeatMs: z.int().optional(),
  /** Options of Temporal's worker that replace the product's. */
  options: z.record(z.string(), z.unknown()).default({}),
});
export type WorkerSettings = { heartbeatMs?: number; options: Partial<WorkerOptions> };

/** Reads what the benchmark set for this worker process. Throws when it is not what this file describes. */
export function readWorkerSettings(env: NodeJS.ProcessEnv = process.env): WorkerSettings {
  return WorkerSettings.parse(JSON.parse(env.BENCH_WORKER_SETTINGS ?? '{}')) as WorkerSettings;
}
