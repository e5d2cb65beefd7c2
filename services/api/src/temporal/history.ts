import type { Json } from '@checkpoint/contracts';
import type { HistoryView } from '@checkpoint/contracts/api';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { temporal as proto } from '@temporalio/proto';
import { TEMPORAL_READ_TIMEOUT_MS } from '../limits.ts';
import { bounded, type Temporal } from './client.ts';

interface JsonEvent {
  readonly eventId: string;
  readonly eventTime: string;
  readonly eventType: string;
  readonly [attributes: string]: Json;
}

/** Temporal's own events of the run's latest execution, in order. Throws WorkflowNotFoundError for an unknown run. */
export async function readHistory(temporal: Temporal, runId: string): Promise<HistoryView> {
  const history = await bounded(temporal, TEMPORAL_READ_TIMEOUT_MS, () =>
    temporal.client.workflow.getHandle(runId).fetchHistory(),
  );
  return toHistoryView(history);
}

/** Names are the UI's (`WorkflowExecutionStarted`), attributes are proto JSON with JSON payloads decoded. */
export function toHistoryView(history: proto.api.history.v1.IHistory): HistoryView {
  const { events = [] } = JSON.parse(historyToJSON(history)) as { events?: JsonEvent[] };
  return {
    events: events.map((event) => ({
      eventId: Number(event.eventId),
      type: eventName(event.eventType),
      at: new Date(event.eventTime).toISOString(),
      attributes: readable(attributesOf(event)),
    })),
  };
}

/** `EVENT_TYPE_WORKFLOW_EXECUTION_STARTED` → `WorkflowExecutionStarted`. */
function eventName(type: string): string {
  if (!type.startsWith('EVENT_TYPE_')) return type;
  return type
    .slice('EVENT_TYPE_'.length)
    .toLowerCase()
    .replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function attributesOf(event: JsonEvent): Json {
  const name = Object.keys(event).find((key) => key.endsWith('EventAttributes'));
  return name === undefined ? {} : (event[name] ?? {});
}

/** Payloads become the JSON that they hold; binary ones stay as they are. */
function readable(value: Json): Json {
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== 'object') return value;
  const object = value as { readonly [key: string]: Json };
  const decoded = payload(object);
  if (decoded !== undefined) return decoded;
  return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, readable(item)]));
}

function payload(value: { readonly [key: string]: Json }): Json | undefined {
  const { metadata, data } = value;
  if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata)) return undefined;
  const encoding = (metadata as { readonly [key: string]: Json }).encoding;
  if (typeof encoding !== 'string') return undefined;
  const name = Buffer.from(encoding, 'base64').toString('utf8');
  if (name === 'binary/null') return null;
  if (name !== 'json/plain' || typeof data !== 'string') return undefined;
  return JSON.parse(Buffer.from(data, 'base64').toString('utf8')) as Json;
}
