import { ERROR_CATALOGUE, type RunStatus } from '@checkpoint/contracts';
import type { ErrorReport } from '@checkpoint/contracts/api';
import {
  ApplicationFailure,
  CancelledFailure,
  TerminatedFailure,
  TimeoutFailure,
  WorkflowFailedError,
} from '@temporalio/client';

/** How a run ended. Temporal's truth in our words. */
export interface RunOutcome {
  readonly status: Exclude<RunStatus, 'running'>;
  readonly error: ErrorReport | null;
  /** Of a run that completed: its last step. */
  readonly steps: number | null;
}

/** Maps what `handle.result()` threw. What is no end of a workflow is thrown again. */
export function outcomeOfFailure(thrown: unknown): RunOutcome {
  if (!(thrown instanceof WorkflowFailedError)) throw thrown;
  const { cause } = thrown;
  if (cause instanceof CancelledFailure) return { status: 'cancelled', error: null, steps: null };
  if (cause instanceof TerminatedFailure) {
    return { status: 'terminated', error: { code: 'RUN_TERMINATED', message: cause.message }, steps: null };
  }
  const application = firstApplicationFailure(cause);
  if (application === undefined && cause instanceof TimeoutFailure) {
    return { status: 'failed', error: { code: 'RUN_TIMED_OUT', message: cause.message }, steps: null };
  }
  return { status: 'failed', error: toReport(application, thrown), steps: null };
}

function firstApplicationFailure(error: Error | undefined): ApplicationFailure | undefined {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (current instanceof ApplicationFailure) return current;
  }
  return undefined;
}

/** An ApplicationFailure's type is our code, its first detail our details object. */
function toReport(failure: ApplicationFailure | undefined, thrown: WorkflowFailedError): ErrorReport {
  if (failure === undefined) {
    return { code: 'INTERNAL', message: thrown.cause?.message ?? thrown.message };
  }
  const code =
    failure.type !== undefined && failure.type !== null && failure.type in ERROR_CATALOGUE
      ? failure.type
      : 'INTERNAL';
  const details = failure.details?.[0] as { rawText?: unknown } | undefined | null;
  const rawText = typeof details?.rawText === 'string' ? details.rawText : undefined;
  return { code, message: failure.message, ...(rawText === undefined ? {} : { rawText }) };
}
