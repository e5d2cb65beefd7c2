import { type Logger, podAttributes, startTracing, type Tracing } from '@checkpoint/telemetry';
import type { WorkerConfig } from '../config.ts';

/** Tracing of this worker: its id, its build and its pod are on every span. */
export async function startWorkerTracing(
  { tracing, workerId, buildId, pod }: Pick<WorkerConfig, 'tracing' | 'workerId' | 'buildId' | 'pod'>,
  log: Logger,
): Promise<Tracing> {
  return await startTracing({
    ...tracing,
    service: 'checkpoint-worker',
    instanceId: workerId,
    version: buildId,
    attributes: pod === undefined ? {} : podAttributes(pod),
    log,
  });
}
