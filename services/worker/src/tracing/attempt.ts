import { asError, MODEL_ACTIVITY } from '@checkpoint/contracts';
import {
  CHECKPOINT,
  isTracing,
  linkToAttempt,
  type Span,
  startAttemptSpan,
  tellAttempt,
  tellError,
  withSpan,
} from '@checkpoint/telemetry';
import type pg from 'pg';
import type { Begun, WorkerContext } from '../activities/context.ts';
import { run } from '../store/statements.ts';

interface PriorRow extends pg.QueryResultRow {
  readonly attempt: number;
  readonly worker_id: string;
  readonly outcome: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

/**
 * Runs an attempt in its span. A later attempt links to the one before it, whose span has an id that can be worked out.
 * The link is looked up beside the work, which waits for nothing of it.
 */
export async function inAttemptSpan<T>(
  worker: Pick<WorkerContext, 'pool' | 'workerId'>,
  begun: Begun,
  startMs: number,
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing()) return await work();
  const span = startAttemptSpan({ ...begun, tool: toolOf(begun), workerId: worker.workerId, startMs });
  const linked = begun.attempt > 1 ? linkToPrior(worker, begun, span) : undefined;
  try {
    const result = await withSpan(span, work);
    span.setAttribute(CHECKPOINT.attemptOutcome, 'completed');
    return result;
  } catch (thrown) {
    span.setAttribute(CHECKPOINT.attemptOutcome, 'failed');
    tellError(span, asError(thrown));
    throw thrown;
  } finally {
    endAfter(linked, span);
  }
}

function toolOf({ activity, call }: Begun): string {
  return activity === MODEL_ACTIVITY ? MODEL_ACTIVITY : (call?.tool ?? activity);
}

function endAfter(linked: Promise<void> | undefined, span: Span): void {
  const endMs = Date.now();
  if (linked === undefined) span.end(endMs);
  else void linked.then(() => span.end(endMs));
}

/** Links to the attempt before this one, and tells of it if nobody else will. Never rejects. */
async function linkToPrior(
  { pool, workerId }: Pick<WorkerContext, 'pool' | 'workerId'>,
  begun: Begun,
  span: Span,
): Promise<void> {
  const { runId, step, activity } = begun;
  try {
    const [prior] = await run<PriorRow>(pool, 'prior-attempt', [runId, step, activity, begun.attempt]);
    if (prior === undefined) return;
    const place = { runId, step, activity, attempt: prior.attempt };
    span.addLink(
      linkToAttempt(place, {
        [CHECKPOINT.linkOutcome]: prior.outcome ?? 'open',
        [CHECKPOINT.workerId]: prior.worker_id,
      }),
    );
    // Its outcome is stored and Temporal never heard of it: the process ended in between, with its span. An attempt
    // without an outcome is told by the API, which certifies the death.
    const wasCutOff =
      prior.ended_at !== null && (prior.outcome === 'completed' || prior.outcome === 'from_journal');
    if (!wasCutOff || prior.worker_id === workerId) return;
    tellAttempt(
      { ...place, tool: toolOf(begun), workerId: prior.worker_id, startMs: prior.started_at.getTime() },
      { outcome: prior.outcome ?? '', endMs: prior.ended_at?.getTime() ?? Date.now() },
    );
  } catch {
    // Postgres is away: the attempt itself will say so.
  }
}
