import { AppError, asError, ERROR_CATALOGUE, RetryableError, TerminalError } from '@checkpoint/contracts';

export function runNotFound(runId: string): TerminalError {
  return new TerminalError(
    'RUN_NOT_FOUND',
    `runId ${JSON.stringify(runId)}: no run has this id; GET /api/runs lists them`,
  );
}

export function workerNotFound(workerId: string): TerminalError {
  return new TerminalError(
    'WORKER_NOT_FOUND',
    `workerId ${JSON.stringify(workerId)}: no worker registered under this id within a day; GET /api/workers lists them (write the slash of an id as %2F)`,
  );
}

/** Asked again after this time, ms. Long enough for a restart to come closer, short enough for a person who waits. */
const RETRY_AFTER_MS = 1_000;

/** SQLSTATE classes and codes, and socket errors, that say "the database is away", not "the statement is wrong". */
const DATABASE_AWAY =
  /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** What `pg` says without a code: no connection in time, a connection that broke, one that had broken before. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/;

/** What was thrown as an AppError with a code of the catalogue. What nobody expected is INTERNAL. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = asError(thrown);
  const code = (error as { code?: unknown }).code;
  if ((typeof code === 'string' && DATABASE_AWAY.test(code)) || CONNECTION_LOST.test(error.message)) {
    return new RetryableError('DATABASE_UNAVAILABLE', 'Postgres does not answer', RETRY_AFTER_MS, {}, error);
  }
  return new TerminalError('INTERNAL', error.message, {}, error);
}

export function statusOf(error: AppError): number {
  return ERROR_CATALOGUE[error.code].status;
}
