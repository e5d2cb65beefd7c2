import {
  type Attributes,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { maskUrlPasswords } from '../redact.ts';
import { GEN_AI, SCHEMA_URL } from './gen-ai.ts';
import {
  type AttemptPlace,
  attemptSpanIdOf,
  type Ids,
  type PresetIds,
  runSpanIdOf,
  traceIdOf,
} from './ids.ts';

export type { Attributes, Link, Span } from '@opentelemetry/api';

/** Set while this process traces. */
let ids: PresetIds | undefined;

export function turnOn(presets: PresetIds): void {
  ids = presets;
}
export function turnOff(): void {
  ids = undefined;
}

/** False: no span is made, and whoever would prepare one can leave it. */
export function isTracing(): boolean {
  return ids !== undefined;
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** `client`: a call to another process. */
  readonly kind?: 'internal' | 'client' | 'server';
  readonly links?: readonly Link[];
  /** Unix milliseconds; default now. */
  readonly startMs?: number;
  /** Where the span stands. Default: under the one that is active. */
  readonly under?: { readonly runId: string };
  /** Ids that are worked out instead of drawn. */
  readonly ids?: Ids;
}

const NO_SPAN: Span = trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: TraceFlags.NONE });

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER } as const;

/** Starts a span. Nothing is recorded while tracing is off. End it: only an ended span is sent. */
export function startSpan(name: string, options: SpanOptions = {}): Span {
  const { attributes, kind = 'internal', links = [], startMs, under } = options;
  const at = under === undefined ? context.active() : contextOf(under.runId, options.ids);
  const begin = (): Span =>
    trace
      .getTracerProvider()
      .getTracer('checkpoint', undefined, { schemaUrl: SCHEMA_URL })
      .startSpan(
        name,
        {
          kind: KINDS[kind],
          links: [...links],
          ...(attributes === undefined ? {} : { attributes }),
          ...(startMs === undefined ? {} : { startTime: startMs }),
        },
        at,
      );
  try {
    return ids !== undefined && options.ids !== undefined ? ids.using(options.ids, begin) : begin();
  } catch {
    // A fault of tracing is no fault of the work that it would have told of.
    return NO_SPAN;
  }
}

/** Under the span of the run, which another process tells of; the run's own span stands under nothing. */
function contextOf(runId: string, own: Ids | undefined) {
  const spanId = runSpanIdOf(runId);
  if (own?.spanId === spanId) return ROOT_CONTEXT;
  const spanContext = { traceId: traceIdOf(runId), spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

/** Runs `work` with the span active, so that what it starts stands under it. */
export function withSpan<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Runs `work` in a span that ends with it; an error is told on the span and thrown on. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!isTracing()) return await work(NO_SPAN);
  const span = startSpan(name, options);
  try {
    return await withSpan(span, () => work(span));
  } catch (thrown) {
    tellError(span, thrown);
    throw thrown;
  } finally {
    span.end();
  }
}

/** A span without length: something that was known already, and not done again. */
export function markSpan(name: string, options: SpanOptions): void {
  if (!isTracing()) return;
  const startMs = Date.now();
  startSpan(name, { ...options, startMs }).end(startMs);
}

/** The span that is active here; undefined outside of any. */
export function activeSpan(): Span | undefined {
  return isTracing() ? trace.getActiveSpan() : undefined;
}

/** Marks a span as failed. The type is our error's code, or the error's name. */
export function tellError(span: Span, thrown: unknown): void {
  const { code, name, message } = thrown as { code?: unknown; name?: unknown; message?: unknown };
  const type = typeof code === 'string' ? code : typeof name === 'string' ? name : '_OTHER';
  span.setAttribute(GEN_AI.errorType, type);
  span.setStatus({
    code: SpanStatusCode.ERROR,
    ...(typeof message === 'string' ? { message: maskUrlPasswords(message) } : {}),
  });
}

/** A link to the span of another attempt. */
export function linkToAttempt(place: AttemptPlace, attributes: Attributes): Link {
  const spanContext = {
    traceId: traceIdOf(place.runId),
    spanId: attemptSpanIdOf(place),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  };
  return { context: spanContext, attributes };
}

/** For a line of the log: the trace that it belongs to. */
export function traceFields(): { readonly traceId?: string } {
  const span = activeSpan();
  return span === undefined ? {} : { traceId: span.spanContext().traceId };
}
