/** An effect in the middle usually settles within this time, ms; then its attempt is given up and another worker asks what became of it. */
const EFFECT_GRACE_MS = 300;

/**
 * The end of this process is near: it was told so by the API, which saw that its pod is being deleted with no time to
 * spare. Whatever it cannot finish at once is for others, who would otherwise wait until it is dead.
 *
 * States: working → handing over (reads and model calls are given up) → `EFFECT_GRACE_MS` later, effects too. Final.
 */
export interface HandOver {
  readonly begun: boolean;
  readonly reads: AbortSignal;
  readonly effects: AbortSignal;
  /** Idempotent. */
  begin(): void;
}

export function createHandOver(onBegin: () => void = () => undefined): HandOver {
  const reads = new AbortController();
  const effects = new AbortController();
  const reason = new Error('this worker hands over: its pod is being deleted');
  return {
    get begun() {
      return reads.signal.aborted;
    },
    reads: reads.signal,
    effects: effects.signal,
    begin() {
      if (reads.signal.aborted) return;
      onBegin();
      reads.abort(reason);
      setTimeout(() => effects.abort(reason), EFFECT_GRACE_MS).unref();
    },
  };
}
