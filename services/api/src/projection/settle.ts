import type { AgentRunResult } from '@checkpoint/contracts';
import { giveUpStopped, stopRun } from '@checkpoint/journal';
import type { Logger } from '@checkpoint/telemetry';
import { TEMPORAL_READ_TIMEOUT_MS } from '../limits.ts';
import { closeRun } from '../store/projection.ts';
import type { Db } from '../store/statements.ts';
import { bounded, type Temporal } from '../temporal/client.ts';
import { describeWorkflow } from '../temporal/describe.ts';
import { outcomeOfFailure, type RunOutcome } from '../temporal/outcome.ts';
import { tellRun } from '../tracing/runs.ts';

export interface ProjectionParts {
  readonly db: Db;
  readonly temporal: Temporal;
  readonly log: Logger;
}

/** What Temporal says of a run: ended (and the row now says so too), running, or nothing. */
export type Seen =
  | { readonly kind: 'ended' }
  | { readonly kind: 'running'; readonly cancelRequested: boolean }
  | { readonly kind: 'unknown' };

/**
 * Ends a run's row when Temporal says that the run has ended. Idempotent, from several replicas: the row leaves
 * `running` once, with Temporal's word for how and when. Throws when Temporal or Postgres does not answer.
 */
export async function settleRun(parts: ProjectionParts, runId: string): Promise<Seen> {
  const { temporal, log } = parts;
  const described = await describeWorkflow(temporal, runId);
  if (described === null) return { kind: 'unknown' };
  if (described.status.name === 'RUNNING') {
    return { kind: 'running', cancelRequested: described.raw.workflowExtendedInfo?.cancelRequested === true };
  }
  const outcome = await outcomeOf(temporal, runId);
  await endRun(parts, runId, { ...outcome, endedAt: described.closeTime ?? null });
  log.info({ run: runId, status: outcome.status, code: outcome.error?.code }, 'a run ended');
  return { kind: 'ended' };
}

async function outcomeOf(temporal: Temporal, runId: string): Promise<RunOutcome> {
  try {
    const result = await bounded(
      temporal,
      TEMPORAL_READ_TIMEOUT_MS,
      async () => (await temporal.client.workflow.getHandle(runId).result()) as AgentRunResult,
    );
    return { status: 'completed', error: null, steps: result.steps };
  } catch (thrown) {
    return outcomeOfFailure(thrown);
  }
}

/** Ends a run's row, and makes sure that nothing new begins in a run that did not complete. */
export async function endRun(
  { db }: ProjectionParts,
  runId: string,
  outcome: RunOutcome & { readonly endedAt: Date | null },
): Promise<void> {
  // Before the row: whoever reads that the run has ended may rely on it that nothing new begins.
  if (outcome.status !== 'completed') await stopRun(db, { runId, reason: `the run is ${outcome.status}` });
  if (await closeRun(db, runId, outcome)) void tellRun(db, runId);
  if (outcome.status !== 'completed') await giveUpStopped(db, runId);
}
