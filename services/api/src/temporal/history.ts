import type { Json } from '@checkpoint/contracts';
import type { HistoryView } from '@checkpoint/contracts/api';
import protos from '@temporalio/proto';
import { TEMPORAL_READ_TIMEOUT_MS } from '../limits.ts';
import { bounded, type Temporal } from './client.ts';
import { readable } from './readable.ts';

const { History } = protos.temporal.api.history.v1;

/** 64-bit numbers as text, enums by name, bytes as base64: what proto JSON does. */
const AS_JSON = { longs: String, enums: String, bytes: String };

interface JsonEvent {
  readonly eventId: string;
  readonly eventTime: { readonly seconds?: string; readonly nanos?: number };
  readonly eventType: string;
  readonly [attributes: string]: Json;
}

/** Temporal's own events of the run's latest execution, in order. Throws WorkflowNotFoundError for an unknown run. */
export async function readHistory(temporal: Temporal, runId: string): Promise<HistoryView> {
  const history = await bounded(temporal, TEMPORAL_READ_TIMEOUT_MS, () =>
    temporal.client.workflow.getHandle(runId).fetchHistory(),
  );
  const { events = [] } = History.toObject(History.fromObject(history), AS_JSON) as { events?: JsonEvent[] };
  return { events: events.map(toEvent) };
}

/** Names are those of Temporal's UI (`WorkflowExecutionStarted`); payloads that hold JSON are decoded. */
function toEvent(event: JsonEvent): HistoryView['events'][number] {
  const attributes = Object.keys(event).find((key) => key.endsWith('EventAttributes'));
  const { seconds = '0', nanos = 0 } = event.eventTime;
  return {
    eventId: Number(event.eventId),
    type: eventName(event.eventType),
    at: new Date(Number(seconds) * 1_000 + nanos / 1e6).toISOString(),
    attributes: attributes === undefined ? {} : readable(event[attributes] ?? {}),
  };
}

/** `EVENT_TYPE_WORKFLOW_EXECUTION_STARTED` → `WorkflowExecutionStarted`. */
function eventName(type: string): string {
  return type
    .replace(/^EVENT_TYPE_/, '')
    .toLowerCase()
    .replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
