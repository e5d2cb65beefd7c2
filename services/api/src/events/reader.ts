import type { PlacedEvent } from '../store/events.ts';
import { MAX_QUEUED_EVENTS } from './limits.ts';

/** The queue of one subscriber. Bounded: a reader that does not keep up is ended, not waited for. */
export interface Reader {
  /** Takes what concerns this reader. */
  offer(placed: readonly PlacedEvent[]): void;
  end(): void;
  /** What was offered, in order, until the end. */
  batches(): AsyncGenerator<readonly PlacedEvent[]>;
}

/** Without a run id, the reader follows everything. */
export function createReader(runId: string | undefined): Reader {
  let queue: PlacedEvent[] = [];
  let ended = false;
  let wake: (() => void) | undefined;

  const notify = () => {
    wake?.();
    wake = undefined;
  };
  return {
    offer(placed) {
      if (ended) return;
      const mine = runId === undefined ? placed : placed.filter(({ event }) => event.runId === runId);
      if (mine.length === 0) return;
      queue.push(...mine);
      if (queue.length > MAX_QUEUED_EVENTS) {
        queue = [];
        ended = true;
      }
      notify();
    },
    end() {
      ended = true;
      notify();
    },
    async *batches() {
      for (;;) {
        if (queue.length > 0) {
          const batch = queue;
          queue = [];
          yield batch;
        } else if (ended) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
