import { asError } from '@checkpoint/contracts';
import { ActivityNotFoundError } from '@temporalio/client';
import protos from '@temporalio/proto';
import pLimit from 'p-limit';
import { openRuns } from '../store/recovery.ts';
import { bounded } from '../temporal/client.ts';
import { describeWorkflow } from '../temporal/describe.ts';
import { MAX_RUNS_A_SWEEP, RELEASE_CALL_TIMEOUT_MS, RELEASE_CONCURRENCY } from './limits.ts';
import { type ReleaseParts, workerDied } from './release.ts';

const { PENDING_ACTIVITY_STATE_STARTED } = protos.temporal.api.enums.v1.PendingActivityState;

/**
 * Releases activities that Temporal holds for started on a dead worker although no attempt was recorded: the answer to
 * the worker's poll was lost with it. They have no token, so they are failed by id, each seen as started a moment ago.
 */
export async function releasePending(parts: ReleaseParts, workerId: string): Promise<void> {
  const { db, log } = parts;
  const limit = pLimit(RELEASE_CONCURRENCY);
  const runs = await openRuns(db, MAX_RUNS_A_SWEEP);
  const counts = await Promise.all(
    runs.map((run) =>
      limit(async () => {
        try {
          return await releaseOfRun(parts, run.run_id, workerId);
        } catch (thrown) {
          log.warn({ err: asError(thrown), run: run.run_id }, 'pending activities were not looked at');
          return 0;
        }
      }),
    ),
  );
  const released = counts.reduce((sum, count) => sum + count, 0);
  if (released > 0)
    log.info({ worker: workerId, released }, 'activities that were lost in transit were released');
}

async function releaseOfRun({ temporal }: ReleaseParts, runId: string, workerId: string): Promise<number> {
  const described = await describeWorkflow(temporal, runId);
  const lost = (described?.raw.pendingActivities ?? []).filter(
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
