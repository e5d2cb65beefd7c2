import type { preHandlerAsyncHookHandler } from 'fastify';
import { runNotFound } from '../errors.ts';
import { runStatus } from '../store/runs.ts';
import type { Db } from '../store/statements.ts';

/** Answers RUN_NOT_FOUND before the handler, so that an unknown run is never shown as an empty one. */
export function requireRun(db: Db): preHandlerAsyncHookHandler {
  return async (request) => {
    const { runId } = request.params as { runId: string };
    if ((await runStatus(db, runId)) === undefined) throw runNotFound(runId);
  };
}
