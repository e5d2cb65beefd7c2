import { asError } from '@checkpoint/contracts';
import protos from '@temporalio/proto';
import { bounded } from '../temporal/client.ts';
import { CANCEL_POLLS_TIMEOUT_MS } from './limits.ts';
import type { ReleaseParts } from './release.ts';

const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = protos.temporal.api.enums.v1.TaskQueueType;

/**
 * A frozen worker's open polls swallow the retries of what it held. The server cancels them when the worker is said to
 * shut down under its instance key, which it reports once a second. Best effort: without it the retry may be late.
 */
export async function cancelPolls({ temporal, log }: ReleaseParts, workerId: string): Promise<void> {
  const { namespace, taskQueue, client } = temporal;
  try {
    await bounded(temporal, CANCEL_POLLS_TIMEOUT_MS, async () => {
      const listed = await client.workflowService.listWorkers({
        namespace,
        pageSize: 10,
        query: `WorkerIdentity = ${JSON.stringify(workerId)}`,
      });
      for (const { workerHeartbeat } of listed.workersInfo) {
        await client.workflowService.shutdownWorker({
          namespace,
          identity: workerId,
          reason: 'its lease ended',
          workerInstanceKey: workerHeartbeat?.workerInstanceKey ?? '',
          taskQueue,
          taskQueueTypes: [TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY],
          // Must not be empty; the name of the real one is known to the dead worker alone.
          stickyTaskQueue: `${taskQueue}-sticky-of-the-dead`,
        });
      }
    });
  } catch (thrown) {
    log.warn({ err: asError(thrown), worker: workerId }, 'the polls of a silent worker were not cancelled');
  }
}
