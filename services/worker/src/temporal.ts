import { NativeConnection, Worker } from '@temporalio/worker';
import { workflowsPath } from './bundle.ts';
import type { WorkerConfig } from './config.ts';
import {
  MAX_ACTIVITIES,
  MAX_CACHED_WORKFLOWS,
  SHUTDOWN_FORCE,
  SHUTDOWN_GRACE,
  STICKY_TIMEOUT,
} from './limits.ts';

/** A worker for workflows and activities, connected and not yet polling. Its identity is our worker id. */
export async function createTemporalWorker(
  config: Pick<WorkerConfig, 'temporal' | 'workerId' | 'workflowBundle'>,
  activities: object,
): Promise<{ worker: Worker; connection: NativeConnection }> {
  const { address, namespace, taskQueue } = config.temporal;
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    identity: config.workerId,
    activities,
    ...(config.workflowBundle === undefined
      ? { workflowsPath }
      : { workflowBundle: { codePath: config.workflowBundle } }),
    maxConcurrentActivityTaskExecutions: MAX_ACTIVITIES,
    maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
    stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT,
    shutdownGraceTime: SHUTDOWN_GRACE,
    shutdownForceTime: SHUTDOWN_FORCE,
  });
  return { worker, connection };
}
