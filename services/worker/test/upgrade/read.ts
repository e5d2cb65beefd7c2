/** What Temporal's own history says of a run: evidence that no code of ours has written. */
import type { Client } from '@temporalio/client';

export interface RunActivity {
  readonly type: string;
  /** Identity of the worker that ran it last. */
  readonly worker: string;
}

async function eventsOf(client: Client, runId: string) {
  return (await client.workflow.getHandle(runId).fetchHistory()).events ?? [];
}

/** The activities that were started, in the order in which they were asked for. */
export async function activities(client: Client, runId: string): Promise<RunActivity[]> {
  const scheduled = new Map<string, string>();
  const started: RunActivity[] = [];
  for (const event of await eventsOf(client, runId)) {
    const asked = event.activityTaskScheduledEventAttributes;
    if (asked) scheduled.set(String(event.eventId), asked.activityType?.name ?? '');
    const began = event.activityTaskStartedEventAttributes;
    const type = began && scheduled.get(String(began.scheduledEventId));
    if (type) started.push({ type, worker: began?.identity ?? '' });
  }
  return started;
}

/** `<patch>@<event>` of each patch that the run's execution noted. */
export async function patchesOf(client: Client, runId: string): Promise<string[]> {
  return (await eventsOf(client, runId)).flatMap((event) => {
    const marker = event.markerRecordedEventAttributes;
    if (marker?.markerName !== 'core_patch') return [];
    const data = Object.values(marker.details ?? {}).flatMap(({ payloads }) => payloads ?? []);
    const text = data.map((payload) => Buffer.from(payload.data ?? []).toString()).join(' ');
    return [`${/"id":"([^"]+)"/.exec(text)?.[1] ?? text}@${event.eventId}`];
  });
}

export async function failedTasks(client: Client, runId: string): Promise<number> {
  return (await eventsOf(client, runId)).filter((event) => event.workflowTaskFailedEventAttributes).length;
}
