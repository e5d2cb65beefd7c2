import { TEMPORAL_WRITE_TIMEOUT_MS } from '../limits.ts';
import { hasBegun } from '../store/projection.ts';
import type { OpenRun } from '../store/recovery.ts';
import { bounded } from '../temporal/client.ts';
import { startWorkflow } from '../temporal/start.ts';
import { CANCEL_GRACE_MS, CANCELLED_START_GRACE_MS, START_GRACE_MS } from './limits.ts';
import { endRun, type ProjectionParts, settleRun } from './settle.ts';

/** Brings an open row in line with Temporal: ends it, starts it, or repeats a cancellation that was not taken. */
export async function reviewRun(parts: ProjectionParts, run: OpenRun): Promise<void> {
  const seen = await settleRun(parts, run.run_id);
  if (seen.kind === 'unknown') await reviewUnknown(parts, run);
  if (seen.kind === 'running' && !seen.cancelRequested) await cancelAgain(parts, run);
}

/**
 * A row that Temporal does not know. Young: left alone, its request is on the way. Cancelled before it began: ended.
 * Never begun: started from here. Begun: Temporal has lost or outlived it, and the row says so.
 */
async function reviewUnknown(parts: ProjectionParts, run: OpenRun): Promise<void> {
  const { db, temporal, log } = parts;
  if (run.age_ms < START_GRACE_MS) return;
  if (run.cancel_age_ms !== null) {
    if (run.age_ms < CANCELLED_START_GRACE_MS) return;
    await endRun(parts, run.run_id, { status: 'cancelled', error: null, steps: null, endedAt: null });
    return;
  }
  if (await hasBegun(db, run.run_id)) {
    const error = {
      code: 'RUN_LOST',
      message: 'Temporal does not know this run any more; it may have kept it too short',
    };
    await endRun(parts, run.run_id, { status: 'terminated', error, steps: null, endedAt: null });
    return;
  }
  await startWorkflow(temporal, { runId: run.run_id, maxSteps: run.budgets.maxSteps });
  log.warn(
    { run: run.run_id, ageMs: Math.round(run.age_ms) },
    'a run was written and never started: started now',
  );
}

/** The request is in the row, so it holds although Temporal did not answer when it was made. */
async function cancelAgain({ temporal }: ProjectionParts, run: OpenRun): Promise<void> {
  if (run.cancel_age_ms === null || run.cancel_age_ms < CANCEL_GRACE_MS) return;
  await bounded(temporal, TEMPORAL_WRITE_TIMEOUT_MS, () =>
    temporal.client.workflow.getHandle(run.run_id).cancel(),
  );
}
