import { CHECKPOINT } from './gen-ai.ts';
import { type AttemptPlace, attemptSpanIdOf, traceIdOf } from './ids.ts';
import { type Attributes, type Span, startSpan, tellError } from './spans.ts';

export interface AttemptTold extends AttemptPlace {
  /** The tool, or `model`. */
  readonly tool: string;
  readonly workerId: string;
  /** Unix milliseconds. */
  readonly startMs: number;
}

/** Starts the span of an attempt, under its run, with the id that everybody can work out. */
export function startAttemptSpan(attempt: AttemptTold): Span {
  return startSpan(`attempt ${attempt.tool}`, {
    under: { runId: attempt.runId },
    ids: { traceId: traceIdOf(attempt.runId), spanId: attemptSpanIdOf(attempt) },
    startMs: attempt.startMs,
    attributes: {
      [CHECKPOINT.runId]: attempt.runId,
      [CHECKPOINT.step]: attempt.step,
      [CHECKPOINT.activity]: attempt.activity,
      [CHECKPOINT.attempt]: attempt.attempt,
      [CHECKPOINT.workerId]: attempt.workerId,
    },
  });
}

export interface AttemptEnd {
  readonly outcome: string;
  /** Unix milliseconds. */
  readonly endMs: number;
  readonly error?: unknown;
  readonly attributes?: Attributes;
}

/** Tells of an attempt whose own process cannot: it died, and its span with it. Times are the database's. */
export function tellAttempt(attempt: AttemptTold, end: AttemptEnd): void {
  const span = startAttemptSpan(attempt);
  span.setAttributes({ [CHECKPOINT.attemptOutcome]: end.outcome, ...end.attributes });
  if (end.error !== undefined) tellError(span, end.error);
  span.end(end.endMs);
}
