import { asError, TerminalError } from '@checkpoint/contracts';
import { stopRun } from '@checkpoint/journal';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { FastifyBaseLogger } from 'fastify';
import { runNotFound } from '../errors.ts';
import { TEMPORAL_WRITE_TIMEOUT_MS } from '../limits.ts';
import type { ApiParts } from '../parts.ts';
import { requestCancel, runStatus } from '../store/runs.ts';
import { bounded } from '../temporal/client.ts';

/**
 * Cancels a run: the request is written first, then the journal refuses new effects, then Temporal is asked. When
 * Temporal does not answer, the sweep asks again. Throws RUN_NOT_FOUND, or RUN_CLOSED for a run that has ended.
 */
export async function cancelRun(parts: ApiParts, log: FastifyBaseLogger, runId: string): Promise<void> {
  if (!(await requestCancel(parts.pool, runId))) {
    const run = await runStatus(parts.pool, runId);
    if (run === undefined) throw runNotFound(runId);
    // Asked again after it took effect: the first request's outcome stands.
    if (run.status === 'cancelled' && run.cancel_requested_at !== null) return;
    throw new TerminalError(
      'RUN_CLOSED',
      `runId ${JSON.stringify(runId)}: the run is ${run.status}, there is nothing to cancel`,
    );
  }
  await stopRun(parts.pool, { runId, reason: 'cancelled by request' });
  try {
    await bounded(parts.temporal, TEMPORAL_WRITE_TIMEOUT_MS, () =>
      parts.temporal.client.workflow.getHandle(runId).cancel(),
    );
  } catch (thrown) {
    // Not started yet, or ended this moment: the projection settles both from the row.
    if (thrown instanceof WorkflowNotFoundError) return;
    log.warn(
      { err: asError(thrown), run: runId },
      'the cancellation is written; Temporal is asked again later',
    );
  }
}
