import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import type { NativeConnection } from '@temporalio/worker';
import pLimit from 'p-limit';

/** Calls at once: enough for some hundred runs in a second, and no more than the server takes beside its work. */
const CONCURRENCY = 16;
/** Milliseconds for one call: it saves 200 ms of a run, so it must not cost more of the grace time. */
const CALL_TIMEOUT_MS = 1_000;
/** gRPC status NOT_FOUND: the run has ended. */
const NOT_FOUND = 5;

/**
 * Tells Temporal that these runs are no longer in this worker's memory. The SDK has said that its own queue is gone, and
 * their next tasks go to all workers; but a task that nobody begins within the sticky time-out would still time out once,
 * and be in the history as such. Best effort.
 */
export async function releaseSticky(
  connection: NativeConnection,
  namespace: string,
  runIds: readonly string[],
  log: Logger,
): Promise<void> {
  const limit = pLimit(CONCURRENCY);
  const release = async (workflowId: string): Promise<void> => {
    try {
      await connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, () =>
        connection.workflowService.resetStickyTaskQueue({ namespace, execution: { workflowId } }),
      );
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code !== NOT_FOUND)
        log.debug({ err: asError(thrown), run: workflowId }, 'a sticky queue was not reset');
    }
  };
  await Promise.all(runIds.map((runId) => limit(release, runId)));
}
