import { createHoldings, type Holdings } from './holdings.ts';
import { MAX_CACHED_WORKFLOWS } from './limits.ts';

/** An effect in the middle usually settles within this time, ms; then its attempt is given up and another worker asks what became of it. */
const EFFECT_GRACE_MS = 300;

/**
 * The end of this process is near: its time to stop in order is running out (stop.ts), or the API saw that its pod is
 * being deleted with no time to spare. Whatever it cannot finish at once is for others, who would otherwise wait until
 * it is dead.
 *
 * States: working → handing over (reads and model calls are given up) → `EFFECT_GRACE_MS` later, effects too → last word
 * (also what must never be sent twice) → over (nobody waits for what still runs). Final.
 */
export interface HandOver {
  readonly begun: boolean;
  readonly reads: AbortSignal;
  readonly effects: AbortSignal;
  readonly last: AbortSignal;
  readonly over: AbortSignal;
  readonly holdings: Holdings;
  /** Idempotent, as the two that follow it. */
  begin(): void;
  lastWord(): void;
  end(): void;
}

export function createHandOver(
  onBegin: () => void = () => undefined,
  holdings: Holdings = createHoldings(MAX_CACHED_WORKFLOWS),
): HandOver {
  const [reads, effects, last, over] = [0, 1, 2, 3].map(() => new AbortController()) as Stages;
  const reason = new Error('this worker hands over: its end is near');
  const begin = (): void => {
    if (reads.signal.aborted) return;
    onBegin();
    reads.abort(reason);
    setTimeout(() => effects.abort(reason), EFFECT_GRACE_MS).unref();
  };
  const lastWord = (): void => {
    begin();
    effects.abort(reason);
    last.abort(reason);
  };
  return {
    get begun() {
      return reads.signal.aborted;
    },
    reads: reads.signal,
    effects: effects.signal,
    last: last.signal,
    over: over.signal,
    holdings,
    begin,
    lastWord,
    end() {
      lastWord();
      over.abort(reason);
    },
  };
}

type Stages = [AbortController, AbortController, AbortController, AbortController];
