import { AGENT_WORKFLOW } from '@checkpoint/contracts';
import { Client, Connection } from '@temporalio/client';
import protos from '@temporalio/proto';

const { WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND: FREED } =
  protos.temporal.api.enums.v1.WorkflowTaskFailedCause;
type HistoryEvent = protos.temporal.api.history.v1.IHistoryEvent;

/** One activity as Temporal's own history has it. */
export interface HistoryActivity {
  readonly type: string;
  readonly step: number;
  readonly attempt: number;
  /** Identity of the worker that ran the last attempt. */
  readonly worker: string;
  readonly startedAt: number;
}

export interface RunHistory {
  readonly activities: readonly HistoryActivity[];
  /** Without those that the API had failed since their worker had died. */
  readonly failedWorkflowTasks: number;
  readonly lastEvent: string;
}

/** Reads a run's history from Temporal, past our API: evidence of somebody else's making. */
export async function readHistory(address: string, namespace: string, runId: string): Promise<RunHistory> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection, namespace });
    const { type } = await client.workflow.getHandle(runId).describe();
    if (type !== AGENT_WORKFLOW) throw new Error(`${runId} is a ${type}`);
    const executions = await readExecutions(client, runId);
    const events = executions.flat();
    return {
      activities: executions.flatMap(activitiesOf),
      failedWorkflowTasks: events.filter(({ workflowTaskFailedEventAttributes: failed }) =>
        failed ? failed.cause !== FREED : false,
      ).length,
      lastEvent: lastEventName(events),
    };
  } finally {
    await connection.close();
  }
}

/** A run is a chain of executions, each continued as the next: oldest first. */
async function readExecutions(client: Client, runId: string): Promise<HistoryEvent[][]> {
  const chain: HistoryEvent[][] = [];
  for (let execution: string | undefined; ; ) {
    const { events } = await client.workflow.getHandle(runId, execution).fetchHistory();
    chain.unshift(events ?? []);
    const before = events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
    if (!before) return chain;
    execution = before;
  }
}

/** Event ids begin at 1 in each execution, so these are told apart within one. */
function activitiesOf(events: readonly HistoryEvent[]): HistoryActivity[] {
  const scheduled = new Map<number, { type: string; step: number }>();
  return events.flatMap((event) => {
    const asked = event.activityTaskScheduledEventAttributes;
    if (asked)
      scheduled.set(Number(event.eventId), {
        type: asked.activityType?.name ?? '',
        step: stepOf(asked.input),
      });
    const started = event.activityTaskStartedEventAttributes;
    const known = started ? scheduled.get(Number(started.scheduledEventId)) : undefined;
    if (!started || known === undefined) return [];
    const startedAt = Number(event.eventTime?.seconds) * 1000 + Number(event.eventTime?.nanos) / 1e6;
    return [{ ...known, attempt: started.attempt ?? 1, worker: started.identity ?? '', startedAt }];
  });
}

function stepOf(input: { payloads?: { data?: Uint8Array | null }[] | null } | null | undefined): number {
  const data = input?.payloads?.[0]?.data;
  return data ? ((JSON.parse(Buffer.from(data).toString()) as { step?: number }).step ?? 0) : 0;
}

function lastEventName(events: readonly object[]): string {
  const last = events.at(-1) ?? {};
  const name =
    Object.entries(last).find(([key, value]) => key.endsWith('EventAttributes') && value)?.[0] ?? 'unknown';
  return name.replace('EventAttributes', '');
}
