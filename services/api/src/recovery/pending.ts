import { asError } from '@checkpoint/contracts';
import { ActivityNotFoundError } from '@temporalio/client';
import protos from '@temporalio/proto';
import pLimit from 'p-limit';
import { openRuns, runsStillSinceDeath } from '../store/recovery.ts';
import { bounded } from '../temporal/client.ts';
import { describeWorkflow } from '../temporal/describe.ts';
import { MAX_RUNS_A_SWEEP, RELEASE_CALL_TIMEOUT_MS, RELEASE_CONCURRENCY } from './limits.ts';
import { type ReleaseParts, workerDied } from './release.ts';
import type { Unblocker } from './workflow-task.ts';

const { PENDING_ACTIVITY_STATE_STARTED } = protos.temporal.api.enums.v1.PendingActivityState;

export interface DeadWorker {
  readonly workerId: string;
  /** Unix milliseconds after which Temporal handed it nothing more. */
  readonly deadMs: number;
}

/**
 * Releases activities that Temporal holds for started on a dead worker although no attempt was recorded: the answer to
 * the worker's poll was lost with it. They have no token, so they are failed by id, each seen as started a moment ago.
 * Fails the workflow task that went down with it, too. `all`: looks at every open run, not only at those that stand still
 * since the death: of several calls at once one may have been lost while another has gone on.
 */
export async function releasePending(
  parts: ReleaseParts & { readonly unblocker: Unblocker },
  dead: DeadWorker,
  all: boolean,
): Promise<void> {
  const { db, log } = parts;
  const { workerId } = dead;
  const limit = pLimit(RELEASE_CONCURRENCY);
  const runs = all
    ? (await openRuns(db, MAX_RUNS_A_SWEEP)).map((run) => run.run_id)
    : await runsStillSinceDeath(db, workerId, MAX_RUNS_A_SWEEP);
  const counts = await Promise.all(
    runs.map((runId) =>
      limit(async () => {
        try {
          return await releaseOfRun(parts, runId, dead);
        } catch (thrown) {
          log.warn({ err: asError(thrown), run: runId }, 'pending activities were not looked at');
          return 0;
        }
      }),
    ),
  );
  const released = counts.reduce((sum, count) => sum + count, 0);
  if (released > 0)
    log.info({ worker: workerId, released }, 'activities that were lost in transit were released');
}

async function releaseOfRun(
  { temporal, unblocker }: ReleaseParts & { readonly unblocker: Unblocker },
  runId: string,
  { workerId, deadMs }: DeadWorker,
): Promise<number> {
  const described = await describeWorkflow(temporal, runId);
  if (described === null) return 0;
  await unblocker.unblock(described.raw, runId, deadMs);
  const lost = (described.raw.pendingActivities ?? []).filter(
    (activity) =>
      activity.state === PENDING_ACTIVITY_STATE_STARTED && activity.lastWorkerIdentity === workerId,
  );
  for (const { activityId } of lost) {
    try {
      await bounded(temporal, RELEASE_CALL_TIMEOUT_MS, () =>
        temporal.client.activity.fail(
          { workflowId: runId, activityId: activityId ?? '' },
          workerDied(workerId),
        ),
      );
    } catch (thrown) {
      if (!(thrown instanceof ActivityNotFoundError)) throw thrown;
    }
  }
  return lost.length;
}
