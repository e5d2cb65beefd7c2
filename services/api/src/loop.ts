import { setTimeout as delay } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';

export interface Loop {
  /** Ends after the turn that is under way. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  /** From the end of one turn to the begin of the next, ms. */
  readonly everyMs: number;
  readonly log: Logger;
  readonly turn: () => Promise<void>;
}

/** Runs `turn` again and again, never twice at once. A turn that fails is logged, and the next one comes as planned. */
export function startLoop({ name, everyMs, log, turn }: LoopOptions): Loop {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await turn();
      } catch (thrown) {
        log.warn({ err: asError(thrown), loop: name }, 'a sweep failed; the next one comes as planned');
      }
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
