import { InvariantError } from '@checkpoint/contracts';
import { MIN_RETENTION_MS, RUNS_A_REMOVAL } from './limits.ts';
import { type Db, run } from './statements.ts';

export interface Removal {
  /** Milliseconds since the last thing that happened in a run: at least an hour. */
  readonly olderThanMs: number;
  /**
   * Runs that have ended. Only their caller knows that: the journal sees that nothing is in flight, and not whether a
   * workflow will ask for an outcome again. One that is named too early is refused its effects from then on.
   */
  readonly runIds: readonly string[];
}

/**
 * Removes the settled effects of ended runs, with their attempts, resolutions and claims. A run is removed whole or not
 * at all: it stays while one of its effects is intended or unknown, and while it is younger than `olderThanMs`. What was
 * removed is never performed again: its run is stopped. Idempotent; safe from several processes at once; an interruption
 * leaves whole runs. Throws InvariantError for an `olderThanMs` below an hour, and what `pg` throws.
 */
export async function deleteSettled(db: Db, removal: Removal): Promise<{ runs: number; effects: number }> {
  const { olderThanMs, runIds } = removal;
  checkAge(olderThanMs);
  const sum = { runs: 0, effects: 0 };
  for (let first = 0; first < runIds.length; first += RUNS_A_REMOVAL) {
    const some = runIds.slice(first, first + RUNS_A_REMOVAL);
    const { rows } = await run<{ runs: number; effects: number }>(db, 'remove-settled-runs', [
      some,
      olderThanMs,
    ]);
    sum.runs += rows[0]?.runs ?? 0;
    sum.effects += rows[0]?.effects ?? 0;
  }
  return sum;
}

/** Removes at most `limit` claims that nothing has pointed at for `olderThanMs`. Returns how many it removed. */
export async function deleteUnusedClaims(
  db: Db,
  { olderThanMs, limit }: { readonly olderThanMs: number; readonly limit: number },
): Promise<number> {
  checkAge(olderThanMs);
  const { rowCount } = await run(db, 'remove-claims', [olderThanMs, limit]);
  return rowCount ?? 0;
}

/** The next run ids that the journal holds, in their order, so that a caller can ask which of them have ended. */
export async function runsAfter(db: Db, afterRunId: string, limit: number): Promise<string[]> {
  const { rows } = await run<{ run_id: string }>(db, 'next-runs', [afterRunId, limit]);
  return rows.map((row) => row.run_id);
}

function checkAge(olderThanMs: number): void {
  if (olderThanMs >= MIN_RETENTION_MS) return;
  throw new InvariantError(
    `olderThanMs ${olderThanMs} is less than ${MIN_RETENTION_MS}: give at least an hour`,
  );
}
