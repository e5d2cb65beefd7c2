import { asError } from '@checkpoint/contracts';
import { WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import pLimit from 'p-limit';
import { type Loop, startLoop } from '../loop.ts';
import { openRuns } from '../store/recovery.ts';
import { isTemporalAway } from '../temporal/client.ts';
import { DESCRIBE_CONCURRENCY, MAX_OPEN_RUNS, MAX_WATCHED_RUNS, PROJECTION_SWEEP_MS } from './limits.ts';
import { reviewRun } from './review.ts';
import { type ProjectionParts, settleRun } from './settle.ts';

/**
 * Keeps the rows of open runs in line with Temporal, so that no run is shown running for ever. The ends of the oldest
 * open runs are waited for, and arrive within milliseconds; the rest, and whatever a wait missed, is asked for by a
 * sweep. A replica that dies loses nothing: the rows say what is open.
 */
export interface Projection {
  start(): void;
  /** A run was started here: its end is waited for from now on. */
  watch(runId: string): void;
  stop(): Promise<void>;
}

export function createProjection(parts: ProjectionParts): Projection {
  const { db, temporal, log } = parts;
  const watched = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const limit = pLimit(DESCRIBE_CONCURRENCY);
  let sweep: Loop | undefined;

  const watch = (runId: string): void => {
    if (stopping.signal.aborted || watched.has(runId) || watched.size >= MAX_WATCHED_RUNS) return;
    watched.set(
      runId,
      waitForEnd(runId).finally(() => watched.delete(runId)),
    );
  };
  const waitForEnd = async (runId: string): Promise<void> => {
    try {
      await temporal.connection.withAbortSignal(stopping.signal, () =>
        temporal.client.workflow.getHandle(runId).result(),
      );
    } catch (thrown) {
      const ended = thrown instanceof WorkflowFailedError;
      if (!ended) {
        // Not started yet, or the server is away: the sweep comes back to it.
        const expected = thrown instanceof WorkflowNotFoundError || isTemporalAway(thrown);
        if (!expected) log.warn({ err: asError(thrown), run: runId }, 'the end of a run was not waited for');
        return;
      }
    }
    await guarded(runId, () => settleRun(parts, runId));
  };
  const guarded = async (runId: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      log.warn({ err: asError(thrown), run: runId }, 'a run was not brought in line; the sweep tries again');
    }
  };
  const turn = async (): Promise<void> => {
    const open = await openRuns(db, MAX_OPEN_RUNS);
    await Promise.all(
      open
        .filter((run) => !watched.has(run.run_id) || run.cancel_age_ms !== null)
        .map((run) => limit(() => guarded(run.run_id, () => reviewRun(parts, run)))),
    );
    for (const run of open) watch(run.run_id);
  };

  return {
    start() {
      sweep = startLoop({ name: 'runs', everyMs: PROJECTION_SWEEP_MS, log, turn });
    },
    watch,
    async stop() {
      stopping.abort();
      await sweep?.stop();
      await Promise.all(watched.values());
    },
  };
}
