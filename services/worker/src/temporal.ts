import type { AgentActivities } from '@checkpoint/contracts';
import { NativeConnection, Worker } from '@temporalio/worker';
import { workflowsPath } from './bundle.ts';
import type { WorkerConfig, WorkerTuning } from './config.ts';
import { type Declaration, declaredOnly } from './interceptors/declared.ts';
import {
  HEARTBEAT_THROTTLE,
  MAX_ACTIVITIES,
  MAX_CACHED_WORKFLOWS,
  MAX_WORKFLOW_TASKS,
  SHUTDOWN_FORCE_MS,
  SHUTDOWN_GRACE_MS,
  STICKY_TIMEOUT_MS,
} from './limits.ts';

/** What operators may set, where they set nothing. */
export const TUNING: WorkerTuning = {
  maxActivities: MAX_ACTIVITIES,
  maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
  stickyTimeoutMs: STICKY_TIMEOUT_MS,
  shutdownGraceMs: SHUTDOWN_GRACE_MS,
  shutdownForceMs: SHUTDOWN_FORCE_MS,
};

/** What this worker's activities may do. Whatever else is registered is refused. */
const DECLARED: ReadonlyMap<keyof AgentActivities, Declaration> = new Map([
  ['callModel', 'journaled'],
  ['callTool', 'journaled'],
  ['summariseResult', 'journaled'],
]);

/** A worker for workflows and activities, connected and not yet polling. Its identity is our worker id. */
export async function createTemporalWorker(
  config: Pick<WorkerConfig, 'temporal' | 'tuning' | 'workerId' | 'workflowBundle' | 'deployment'>,
  activities: object,
): Promise<{ worker: Worker; connection: NativeConnection }> {
  const { address, namespace, taskQueue, security } = config.temporal;
  const tuning = config.tuning ?? TUNING;
  const connection = await NativeConnection.connect({ address, ...security });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    identity: config.workerId,
    ...(config.deployment === undefined ? {} : { workerDeploymentOptions: config.deployment }),
    activities,
    interceptors: { activity: [declaredOnly(DECLARED)] },
    ...(config.workflowBundle === undefined
      ? { workflowsPath }
      : { workflowBundle: { codePath: config.workflowBundle } }),
    maxConcurrentActivityTaskExecutions: tuning.maxActivities,
    maxConcurrentWorkflowTaskExecutions: MAX_WORKFLOW_TASKS,
    maxCachedWorkflows: tuning.maxCachedWorkflows,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE,
    stickyQueueScheduleToStartTimeout: tuning.stickyTimeoutMs,
    shutdownGraceTime: tuning.shutdownGraceMs,
    // No shutdownForceTime: the whole process ends then, not only this part of it (stop.ts).
  });
  return { worker, connection };
}
