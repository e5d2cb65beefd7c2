import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import { eventsAfter, eventsHead } from '../store/events.ts';
import type { Db } from '../store/statements.ts';
import { EVENT_BATCH_ROWS, EVENT_POLL_MS, EVENT_RETRY_MS } from './limits.ts';
import type { Position } from './position.ts';
import type { Reader } from './reader.ts';

/** Offers new events to all readers, and asks only while there are any. */
export interface Poller {
  /** Resolves once what is committed from now on will be offered. Throws when the database does not answer. */
  start(): Promise<void>;
  stop(): void;
}

/**
 * Resting (no cursor) → polling (a cursor and a timer) when the first reader comes; back to resting at the first turn
 * that finds no reader. A poll that fails keeps its cursor, so nothing is skipped.
 */
export function createPoller(db: Db, log: Logger, readers: ReadonlySet<Reader>): Poller {
  let cursor: Position | undefined;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const schedule = (afterMs: number): void => {
    if (stopped || readers.size === 0) cursor = undefined;
    else timer = setTimeout(() => void poll(), afterMs);
  };
  const poll = async (): Promise<void> => {
    if (cursor === undefined) return;
    try {
      const placed = await eventsAfter(db, cursor, EVENT_BATCH_ROWS);
      for (const reader of readers) reader.offer(placed);
      cursor = placed.at(-1)?.position ?? cursor;
      schedule(placed.length === EVENT_BATCH_ROWS ? 0 : EVENT_POLL_MS);
    } catch (thrown) {
      log.warn({ err: asError(thrown) }, 'events were not read');
      schedule(EVENT_RETRY_MS);
    }
  };
  const begin = async (): Promise<void> => {
    cursor = await eventsHead(db);
    schedule(EVENT_POLL_MS);
  };

  return {
    async start() {
      if (cursor !== undefined) return;
      starting ??= begin().finally(() => {
        starting = undefined;
      });
      await starting;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
