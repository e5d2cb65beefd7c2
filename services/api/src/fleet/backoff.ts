import { EARLY_DEATH_MS, FIRST_BACKOFF_MS, MAX_BACKOFF_MS } from './limits.ts';

/**
 * How long the next start waits. A worker that lived for a while is replaced at once; so is the first that did not.
 * From the second early death in a row the wait doubles, up to its limit, and one worker that lives resets it.
 */
export interface Backoff {
  /** Notes the end of a worker that lived `livedMs`, and gives the wait before the next start, ms. */
  afterDeath(livedMs: number): number;
}

export function createBackoff(): Backoff {
  let early = 0;
  return {
    afterDeath(livedMs) {
      early = livedMs < EARLY_DEATH_MS ? early + 1 : 0;
      return early < 2 ? 0 : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (early - 2));
    },
  };
}
