import type { Budgets, DeathEvidence } from '@checkpoint/contracts';
import type { DeadAttempt } from '../tracing/deaths.ts';
import { type Db, rows } from './statements.ts';

export interface OpenAttempt {
  readonly run_id: string;
  readonly step: number;
  readonly activity: string;
  readonly task_token: Buffer;
}

export async function openAttemptsOf(db: Db, workerId: string, limit: number): Promise<OpenAttempt[]> {
  return await rows<OpenAttempt>(db, 'open-attempts-of-worker', [workerId, limit]);
}

/** Ends attempts of a certified dead worker as `died`, and gives those. Idempotent: an ended one keeps its outcome. */
export async function endAttemptsOfDead(
  db: Db,
  workerId: string,
  tokens: readonly Buffer[],
): Promise<DeadAttempt[]> {
  return await rows<DeadAttempt & Record<string, unknown>>(db, 'end-attempts-of-dead', [workerId, tokens]);
}

export async function runsTouchedBy(db: Db, workerId: string, limit: number): Promise<string[]> {
  const found = await rows<{ run_id: string }>(db, 'runs-touched-by-worker', [workerId, limit]);
  return found.map((run) => run.run_id);
}

export interface OpenRun {
  readonly run_id: string;
  readonly budgets: Budgets;
  readonly cancel_requested_at: Date | null;
  readonly age_ms: number;
  readonly cancel_age_ms: number | null;
}

export async function openRuns(db: Db, limit: number): Promise<OpenRun[]> {
  return await rows<OpenRun>(db, 'open-runs', [limit]);
}

export async function runsStillSinceDeath(db: Db, workerId: string, limit: number): Promise<string[]> {
  const found = await rows<{ run_id: string }>(db, 'runs-still-since-death', [workerId, limit]);
  return found.map((run) => run.run_id);
}

export async function deadWithOpenAttempts(db: Db): Promise<{ workerId: string; evidence: DeathEvidence }[]> {
  const found = await rows<{ worker_id: string; evidence: DeathEvidence }>(db, 'dead-with-open-attempts');
  return found.map(({ worker_id, evidence }) => ({ workerId: worker_id, evidence }));
}

export async function stoppedWithLeftovers(db: Db): Promise<string[]> {
  return (await rows<{ run_id: string }>(db, 'stopped-with-leftovers')).map((run) => run.run_id);
}
