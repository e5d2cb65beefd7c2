import { asError, type DeathEvidence } from '@checkpoint/contracts';
import { noteRelease } from '@checkpoint/journal';
import type { Logger } from '@checkpoint/telemetry';
import { ActivityNotFoundError, ApplicationFailure, WorkflowNotFoundError } from '@temporalio/client';
import pLimit from 'p-limit';
import { endAttemptsOfDead, openAttemptsOf, runsTouchedBy } from '../store/recovery.ts';
import type { Db } from '../store/statements.ts';
import { bounded, type Temporal } from '../temporal/client.ts';
import { tellDeadAttempts } from '../tracing/deaths.ts';
import { cancelPolls } from './cancel-polls.ts';
import {
  MAX_ATTEMPTS_A_PASS,
  MAX_RUNS_A_SWEEP,
  NEXT_RETRY_DELAY_MS,
  RELEASE_CALL_TIMEOUT_MS,
  RELEASE_CONCURRENCY,
} from './limits.ts';
import type { Unblocker } from './workflow-task.ts';

export interface ReleaseParts {
  readonly db: Db;
  readonly temporal: Temporal;
  readonly log: Logger;
}

export interface Dead {
  readonly workerId: string;
  readonly evidence: DeathEvidence;
}

/**
 * Evidence that the process may be there and answer nothing, so that its open polls would swallow tasks. With every other
 * one its connections had been closed.
 */
const MAY_STILL_POLL: ReadonlySet<DeathEvidence> = new Set(['lease_ended']);

/**
 * Gives back to Temporal what a dead worker held: fails the task token of each open attempt, with a retry at once, fails
 * the workflow tasks that it was in, and resets the sticky queue of the runs it was working on. Idempotent, from any replica: a token that was failed before
 * is not found, and that is what was wanted.
 */
export async function releaseWork(
  parts: ReleaseParts & { readonly unblocker: Unblocker },
  dead: Dead,
  held: Promise<Held> = findHeld(parts.db, dead.workerId),
): Promise<void> {
  const { db, temporal, log } = parts;
  if (MAY_STILL_POLL.has(dead.evidence)) await cancelPolls(parts, dead.workerId);
  const { attempts, runs } = await held;
  const limit = pLimit(RELEASE_CONCURRENCY);
  const released: Buffer[] = [];
  const fails = attempts.map((attempt) =>
    limit(async () => {
      if (await failToken(parts, attempt.task_token, dead.workerId)) released.push(attempt.task_token);
    }),
  );
  // A run with an attempt in flight hears of its end as soon as that is retried; only the others may wait for a worker.
  const inFlight = new Set(attempts.map((attempt) => attempt.run_id));
  const deadMs = Date.now();
  const resets = runs
    .filter((runId) => !inFlight.has(runId))
    .map((runId) =>
      limit(async () => {
        if (!(await parts.unblocker.look(runId, deadMs))) await resetSticky(temporal, log, runId);
      }),
    );
  await Promise.all([...fails, ...resets]);
  if (released.length > 0) tellDeadAttempts(await endAttemptsOfDead(db, dead.workerId, released));
  if (released.length === attempts.length) await noteRelease(db, dead.workerId);
  log.info(
    { worker: dead.workerId, attempts: attempts.length, released: released.length, runs: runs.length },
    'the work of a dead worker was released',
  );
}

/** What a worker held. It may be looked for while the certificate is being written; the sweep finds what came later. */
export interface Held {
  readonly attempts: Awaited<ReturnType<typeof openAttemptsOf>>;
  readonly runs: readonly string[];
}

export async function findHeld(db: Db, workerId: string): Promise<Held> {
  const [attempts, runs] = await Promise.all([
    openAttemptsOf(db, workerId, MAX_ATTEMPTS_A_PASS),
    runsTouchedBy(db, workerId, MAX_RUNS_A_SWEEP),
  ]);
  return { attempts, runs };
}

/** What an attempt is failed with when its worker has died. It is retried at once and uses up no try of the tool. */
export function workerDied(workerId: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'WORKER_DIED',
    message: `worker ${workerId} died while it held this attempt`,
    details: [{ workerId }],
    nextRetryDelay: NEXT_RETRY_DELAY_MS,
  });
}

async function failToken({ temporal, log }: ReleaseParts, token: Buffer, workerId: string): Promise<boolean> {
  try {
    await bounded(temporal, RELEASE_CALL_TIMEOUT_MS, () =>
      temporal.client.activity.fail(token, workerDied(workerId)),
    );
    return true;
  } catch (thrown) {
    // Ended, timed out, or failed by another replica: released either way.
    if (thrown instanceof ActivityNotFoundError) return true;
    log.warn(
      { err: asError(thrown), worker: workerId },
      'an attempt was not released; the sweep tries again',
    );
    return false;
  }
}

async function resetSticky(temporal: Temporal, log: Logger, runId: string): Promise<void> {
  try {
    await bounded(temporal, RELEASE_CALL_TIMEOUT_MS, () =>
      temporal.client.workflowService.resetStickyTaskQueue({
        namespace: temporal.namespace,
        execution: { workflowId: runId },
      }),
    );
  } catch (thrown) {
    if (thrown instanceof WorkflowNotFoundError) return;
    // It costs at most the worker's sticky time-out.
    log.debug({ err: asError(thrown), run: runId }, 'a sticky queue was not reset');
  }
}
