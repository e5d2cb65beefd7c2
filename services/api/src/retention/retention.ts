import { deleteSettled, deleteUnusedClaims } from '@checkpoint/journal';
import type { Logger } from '@checkpoint/telemetry';
import { type Loop, startLoop } from '../loop.ts';
import { type Db, rows } from '../store/statements.ts';
import { CLAIMS_A_TURN, RETENTION_EVERY_MS, RUNS_A_TURN } from './limits.ts';

const DAY_MS = 86_400_000;

export interface Retention {
  /** One bounded turn. Resolves with what it removed. */
  turn(): Promise<{ runs: number; effects: number; claims: number }>;
}

/**
 * Removes the settled effects of runs that ended more than `days` ago. The journal keeps a run whole while one of its
 * effects is unknown or in flight; those of open runs are never named here. A turn goes on where the last one stopped.
 */
export function createRetention(db: Db, days: number): Retention {
  const olderThanMs = days * DAY_MS;
  let afterRunId = '';
  return {
    async turn() {
      const found = await rows<{ run_id: string }>(db, 'ended-runs-with-effects', [
        olderThanMs / 1_000,
        afterRunId,
        RUNS_A_TURN,
      ]);
      afterRunId = found.length < RUNS_A_TURN ? '' : (found.at(-1)?.run_id ?? '');
      const removed = await deleteSettled(db, { runIds: found.map((run) => run.run_id), olderThanMs });
      return { ...removed, claims: await deleteUnusedClaims(db, { olderThanMs, limit: CLAIMS_A_TURN }) };
    },
  };
}

/** Undefined when effects are kept for ever. */
export function startRetention(db: Db, days: number, log: Logger): Loop | undefined {
  if (days === 0) return undefined;
  const retention = createRetention(db, days);
  return startLoop({
    name: 'retention',
    everyMs: RETENTION_EVERY_MS,
    log,
    async turn() {
      const removed = await retention.turn();
      if (removed.effects + removed.claims > 0) log.info(removed, 'settled effects of old runs were removed');
    },
  });
}
