import { AGENT_WORKFLOW } from '@checkpoint/contracts';

/** Temporal's query for open runs, of one task queue when it is given. */
export function openRuns(taskQueue?: string): string {
  const open = `WorkflowType = '${AGENT_WORKFLOW}' AND ExecutionStatus = 'Running'`;
  return taskQueue === undefined ? open : `${open} AND TaskQueue = '${taskQueue.replaceAll("'", "''")}'`;
}

/**
 * Open runs that noted the patch. Those that began since `deprecatePatch` was deployed noted it too and may lose it, so
 * before the removal only the ones started before that deploy count.
 */
export function openWith(patch: string, { taskQueue, startedBefore }: OpenWith = {}): string {
  const query = `${openRuns(taskQueue)} AND TemporalChangeVersion = '${patch}'`;
  return startedBefore === undefined ? query : `${query} AND StartTime < '${startedBefore.toISOString()}'`;
}

export interface OpenWith {
  readonly taskQueue?: string;
  readonly startedBefore?: Date;
}
