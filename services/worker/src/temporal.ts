import type { AgentActivities } from '@checkpoint/contracts';
import { NativeConnection, Worker } from '@temporalio/worker';
import { workflowsPath } from './bundle.ts';
import type { WorkerConfig } from './config.ts';
import { type Declaration, declaredOnly } from './interceptors/declared.ts';
import {
  HEARTBEAT_THROTTLE,
  MAX_ACTIVITIES,
  MAX_CACHED_WORKFLOWS,
  MAX_WORKFLOW_TASKS,
  SHUTDOWN_FORCE,
  SHUTDOWN_GRACE,
  STICKY_TIMEOUT,
} from './limits.ts';

/** What this worker's activities may do. Whatever else is registered is refused. */
const DECLARED: ReadonlyMap<keyof AgentActivities, Declaration> = new Map([
  ['callModel', 'journaled'],
  ['callTool', 'journaled'],
]);

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
    interceptors: { activity: [declaredOnly(DECLARED)] },
    ...(config.workflowBundle === undefined
      ? { workflowsPath }
      : { workflowBundle: { codePath: config.workflowBundle } }),
    maxConcurrentActivityTaskExecutions: MAX_ACTIVITIES,
    maxConcurrentWorkflowTaskExecutions: MAX_WORKFLOW_TASKS,
    maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE,
    stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT,
    shutdownGraceTime: SHUTDOWN_GRACE,
    shutdownForceTime: SHUTDOWN_FORCE,
  });
  return { worker, connection };
}
