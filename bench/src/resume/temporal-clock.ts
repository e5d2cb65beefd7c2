import type { World } from './world.ts';

/** Events of the end of a history in which a retry that has just ended is found: a step has twelve. */
const EVENTS = 60;

/**
 * When Temporal itself says that the retry after a kill began: the newest started event of an attempt above the first
 * that lies after `sinceMs`. Null while the attempt is not in the history, which it enters with its end.
 */
export async function retryStartedAt(
  { temporal, stack }: World,
  runId: string,
  sinceMs: number,
): Promise<number | null> {
  const { history } = await temporal.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: stack.namespace,
    execution: { workflowId: runId },
    maximumPageSize: EVENTS,
  });
  let found: number | null = null;
  for (const { eventTime, activityTaskStartedEventAttributes: started } of history?.events ?? []) {
    const atMs = Number(eventTime?.seconds) * 1000 + Number(eventTime?.nanos) / 1e6;
    if ((started?.attempt ?? 1) > 1 && atMs > sinceMs) found = atMs;
  }
  return found;
}
