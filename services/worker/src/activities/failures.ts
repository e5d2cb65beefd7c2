import {
  AppError,
  asError,
  GuardrailError,
  RetryableError,
  TerminalError,
  UnknownOutcomeError,
} from '@checkpoint/contracts';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';

/** The one place where our errors become Temporal's. `type` is our code, the first detail what belongs to it. */
export function toTemporalFailure(thrown: unknown): Error {
  const error = asError(thrown);
  if (error instanceof CancelledFailure || error instanceof ApplicationFailure) return error;
  if (error instanceof RetryableError) {
    return ApplicationFailure.create({
      type: error.code,
      message: error.message,
      details: [error.details],
      // 0 would end the activity for good (TEMPORAL.md).
      nextRetryDelay: Math.max(1, error.retryAfterMs),
      nonRetryable: false,
    });
  }
  if (error instanceof TerminalError || error instanceof UnknownOutcomeError) {
    return ApplicationFailure.create({
      type: error.code,
      message: error.message,
      details: [
        error instanceof GuardrailError ? { ...error.details, rawText: error.rawText } : error.details,
      ],
      nonRetryable: true,
    });
  }
  return ApplicationFailure.create({
    type: error instanceof AppError ? error.code : error.name,
    message: error.message,
    nonRetryable: false,
    cause: error,
  });
}

/** What the attempt's row keeps of an error. */
export function errorReport(thrown: unknown): { code: string; message: string; rawText?: string } {
  const error = asError(thrown);
  return {
    code: error instanceof AppError ? error.code : error.name,
    message: error.message,
    ...(error instanceof GuardrailError ? { rawText: error.rawText } : {}),
  };
}
