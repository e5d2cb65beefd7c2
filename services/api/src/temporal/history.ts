import type { Json } from '@checkpoint/contracts';
import type { HistoryView } from '@checkpoint/contracts/api';
import { WorkflowNotFoundError } from '@temporalio/client';
import protos from '@temporalio/proto';
import { MAX_HISTORY_EVENTS, TEMPORAL_READ_TIMEOUT_MS } from '../limits.ts';
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

type Attributes = { readonly [name: string]: Json };

interface Execution {
  readonly executionId: string;
  /** The execution that was continued as this one. */
  readonly before: string | undefined;
  readonly events: readonly JsonEvent[];
}

/**
 * Temporal's own events of a run, oldest execution first. Read from the latest execution backwards, so that what is
 * left out is the oldest. Throws WorkflowNotFoundError for a run that Temporal does not know.
 */
export async function readHistory(
  temporal: Temporal,
  runId: string,
  maxEvents: number = MAX_HISTORY_EVENTS,
): Promise<HistoryView> {
  const executions = [await readExecution(temporal, runId)];
  let { before } = executions[0] as Execution;
  for (let count = 0; before !== undefined; ) {
    count += executions[0]?.events.length ?? 0;
    if (count >= maxEvents) break;
    const earlier: Execution | undefined = await readExecution(temporal, runId, before).catch(ifForgotten);
    if (earlier === undefined) break;
    executions.unshift(earlier);
    ({ before } = earlier);
  }
  return {
    executions: executions.map(({ executionId, events }) => ({ executionId, events: events.length })),
    events: executions.flatMap(({ executionId, events }) =>
      events.map((event) => toEvent(executionId, event)),
    ),
    complete: before === undefined,
  };
}

async function readExecution(temporal: Temporal, runId: string, executionId?: string): Promise<Execution> {
  const history = await bounded(temporal, TEMPORAL_READ_TIMEOUT_MS, () =>
    temporal.client.workflow.getHandle(runId, executionId).fetchHistory(),
  );
  const { events = [] } = History.toObject(History.fromObject(history), AS_JSON) as { events?: JsonEvent[] };
  const started = (events[0]?.workflowExecutionStartedEventAttributes ?? {}) as Attributes;
  return {
    executionId: executionId ?? String(started.originalExecutionRunId),
    before: started.continuedExecutionRunId ? String(started.continuedExecutionRunId) : undefined,
    events,
  };
}

function ifForgotten(thrown: unknown): undefined {
  if (thrown instanceof WorkflowNotFoundError) return undefined;
  throw thrown;
}

/** Names are those of Temporal's UI (`WorkflowExecutionStarted`); payloads that hold JSON are decoded. */
function toEvent(executionId: string, event: JsonEvent): HistoryView['events'][number] {
  const attributes = Object.keys(event).find((key) => key.endsWith('EventAttributes'));
  const { seconds = '0', nanos = 0 } = event.eventTime;
  return {
    executionId,
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
