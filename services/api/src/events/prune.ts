import type { Logger } from '@checkpoint/telemetry';
import { type Loop, startLoop } from '../loop.ts';
import { pruneEvents } from '../store/events.ts';
import type { Db } from '../store/statements.ts';
import { EVENTS_KEPT_SECONDS, PRUNE_BATCH_ROWS, PRUNE_BATCHES, PRUNE_EVERY_MS } from './limits.ts';

export interface Pruning {
  /** One turn: at most `PRUNE_BATCHES` statements. Resolves with the number of events removed. */
  turn(): Promise<number>;
}

/**
 * Keeps the table of events from growing for ever. A turn goes on where the one before it stopped, so that events of
 * runs that go on for weeks, which stay, do not hold up the rest; after the last old event it begins at the first again.
 * Several replicas may prune at once: what one has removed, the other does not find.
 */
export function createPruning(db: Db, batchRows: number = PRUNE_BATCH_ROWS): Pruning {
  let afterId = '0';
  return {
    async turn() {
      let removed = 0;
      for (let batch = 0; batch < PRUNE_BATCHES; batch += 1) {
        const pruned = await pruneEvents(db, { afterId, rows: batchRows, keptSeconds: EVENTS_KEPT_SECONDS });
        removed += pruned.removed;
        afterId = pruned.more ? pruned.lastId : '0';
        if (!pruned.more) break;
      }
      return removed;
    },
  };
}

export function startPruning(db: Db, log: Logger): Loop {
  const pruning = createPruning(db);
  return startLoop({
    name: 'events',
    everyMs: PRUNE_EVERY_MS,
    log,
    async turn() {
      const removed = await pruning.turn();
      if (removed > 0) log.info({ removed }, 'old events were removed');
    },
  });
}
