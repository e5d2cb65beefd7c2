import type { RunOutcome } from '../temporal/outcome.ts';
import { type Db, row } from './statements.ts';

/** Ends a run in the table. Idempotent: false when it had ended before, by this or another replica. */
export async function closeRun(
  db: Db,
  runId: string,
  outcome: RunOutcome & { readonly endedAt: Date | null },
): Promise<boolean> {
  const error = outcome.error === null ? null : JSON.stringify(outcome.error);
  const closed = await row(db, 'close-run', [runId, outcome.status, outcome.endedAt, error, outcome.steps]);
  return closed !== undefined;
}

/** True once a worker has worked on the run, so that it was surely started. */
export async function hasBegun(db: Db, runId: string): Promise<boolean> {
  return (await row<{ begun: boolean }>(db, 'run-has-begun', [runId]))?.begun ?? false;
}
