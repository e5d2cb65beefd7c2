import type { RunEvent } from '@checkpoint/contracts/api';
import type { Logger } from '@checkpoint/telemetry';
import { eventsAfter, eventsHead, type PlacedEvent } from '../store/events.ts';
import type { Db } from '../store/statements.ts';
import { EVENT_BATCH_ROWS } from './limits.ts';
import { createPoller } from './poller.ts';
import { isAfter, type Position } from './position.ts';
import { createReader, type Reader } from './reader.ts';

export interface Subscription {
  /** Absent: all runs and the workers. */
  readonly runId?: string;
  /** Where to go on; absent: from now. */
  readonly after?: Position | undefined;
  readonly signal: AbortSignal;
}

/**
 * Tells readers what changed, in an order that survives a reconnect.
 *
 * One query serves all readers, and only while there are any. A reader is entered first, then its past is read, then
 * its queue: an event that the past's query did not see yet has a transaction at or above that query's horizon, so a
 * later poll sees it, and the queue already takes what polls see. What both saw is dropped by position.
 */
export interface EventHub {
  /**
   * Resolves once nothing that is committed from now on can be missed. The batches end when the signal aborts, when the
   * hub closes, or when the reader is too slow. Throws when the database does not answer.
   */
  subscribe(subscription: Subscription): Promise<AsyncIterable<readonly RunEvent[]>>;
  readonly readers: number;
  close(): void;
}

export function createEventHub(db: Db, log: Logger): EventHub {
  const readers = new Set<Reader>();
  const poller = createPoller(db, log, readers);
  let closed = false;

  const subscribe = async (subscription: Subscription): Promise<AsyncIterable<readonly RunEvent[]>> => {
    const { runId, after, signal } = subscription;
    const reader = createReader(runId);
    const leave = () => {
      readers.delete(reader);
      reader.end();
    };
    readers.add(reader);
    // Not only when the batches end: batches that nobody takes never end.
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted || closed) leave();
    try {
      await poller.start();
      // Read anew: the poll's own cursor may lie a little behind, and "from now" means from now.
      const from = after ?? (await eventsHead(db));
      return deliver(reader, from, after === undefined ? undefined : past(db, after, runId), leave);
    } catch (thrown) {
      leave();
      throw thrown;
    }
  };

  return {
    subscribe,
    get readers() {
      return readers.size;
    },
    close() {
      closed = true;
      poller.stop();
      for (const reader of readers) reader.end();
      readers.clear();
    },
  };
}

/** First what the reader missed, then what its queue took, less what it has had by then. */
async function* deliver(
  reader: Reader,
  from: Position,
  missed: AsyncIterable<readonly PlacedEvent[]> | undefined,
  leave: () => void,
): AsyncGenerator<readonly RunEvent[]> {
  let position = from;
  const fresh = (placed: readonly PlacedEvent[]): RunEvent[] => {
    const news = placed.filter((item) => isAfter(item.position, position));
    position = news.at(-1)?.position ?? position;
    return news.map(({ event }) => event);
  };
  try {
    for await (const placed of missed ?? []) yield fresh(placed);
    for await (const placed of reader.batches()) {
      const news = fresh(placed);
      if (news.length > 0) yield news;
    }
  } finally {
    leave();
  }
}

/** What a reader missed, page by page. */
async function* past(
  db: Db,
  after: Position,
  runId: string | undefined,
): AsyncGenerator<readonly PlacedEvent[]> {
  let position = after;
  for (let more = true; more; ) {
    const placed = await eventsAfter(db, position, EVENT_BATCH_ROWS, runId);
    more = placed.length === EVENT_BATCH_ROWS;
    position = placed.at(-1)?.position ?? position;
    if (placed.length > 0) yield placed;
  }
}
