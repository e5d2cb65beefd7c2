import { AGENT_WORKFLOW } from '@checkpoint/contracts';
import { Client, Connection } from '@temporalio/client';

/** One activity as Temporal's own history has it. */
export interface HistoryActivity {
  readonly type: string;
  readonly step: number;
  readonly attempt: number;
  /** Identity of the worker that ran the last attempt. */
  readonly worker: string;
  readonly startedAt: number;
  readonly scheduledEventId: number;
}

export interface RunHistory {
  readonly activities: readonly HistoryActivity[];
  readonly failedWorkflowTasks: number;
  readonly lastEvent: string;
}

/** Reads a run's history from Temporal, past our API: evidence of somebody else's making. */
export async function readHistory(address: string, namespace: string, runId: string): Promise<RunHistory> {
  const connection = await Connection.connect({ address });
  try {
    const handle = new Client({ connection, namespace }).workflow.getHandle(runId);
    const { workflowType } = await describe(handle);
    if (workflowType !== AGENT_WORKFLOW) throw new Error(`${runId} is a ${workflowType}`);
    const { events } = await handle.fetchHistory();
    const activities: HistoryActivity[] = [];
    const scheduled = new Map<number, { type: string; step: number }>();
    for (const event of events ?? []) {
      const asked = event.activityTaskScheduledEventAttributes;
      if (asked)
        scheduled.set(Number(event.eventId), {
          type: asked.activityType?.name ?? '',
          step: stepOf(asked.input),
        });
      const started = event.activityTaskStartedEventAttributes;
      const known = started ? scheduled.get(Number(started.scheduledEventId)) : undefined;
      if (!started || known === undefined) continue;
      activities.push({
        ...known,
        attempt: started.attempt ?? 1,
        worker: started.identity ?? '',
        startedAt: Number(event.eventTime?.seconds) * 1000 + Number(event.eventTime?.nanos) / 1e6,
        scheduledEventId: Number(started.scheduledEventId),
      });
    }
    return {
      activities,
      failedWorkflowTasks: (events ?? []).filter((event) => event.workflowTaskFailedEventAttributes).length,
      lastEvent: lastEventName(events ?? []),
    };
  } finally {
    await connection.close();
  }
}

async function describe(handle: {
  describe(): Promise<{ type: string }>;
}): Promise<{ workflowType: string }> {
  return { workflowType: (await handle.describe()).type };
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
