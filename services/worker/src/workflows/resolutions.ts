import { EFFECT_RESOLVED_SIGNAL } from '@checkpoint/contracts/workflow';
import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  defineSignal,
  setHandler,
} from '@temporalio/workflow';
import { approvalDecided, waitsForPersonMs } from './approvals.ts';

/** Sent when a person has decided about an unknown outcome; the argument is `<step>:<toolUseId>`. */
export const effectResolved = defineSignal<[string]>(EFFECT_RESOLVED_SIGNAL);

export interface Resolutions {
  /**
   * Runs the call again each time that a person has resolved its unknown outcome or decided about its approval, and when
   * the time of an approval has run out. Other failures are thrown. While it waits, no activity is in flight.
   */
  untilKnown<T>(place: string, call: () => Promise<T>): Promise<T>;
}

/** Keeps signals that arrive before somebody waits for them. */
export function createResolutions(): Resolutions {
  const decided = new Map<string, number>();
  const note = (place: string): void => {
    decided.set(place, (decided.get(place) ?? 0) + 1);
  };
  setHandler(effectResolved, note);
  setHandler(approvalDecided, note);
  return {
    async untilKnown(place, call) {
      for (;;) {
        const before = decided.get(place) ?? 0;
        try {
          return await call();
        } catch (thrown) {
          const isDecided = (): boolean => (decided.get(place) ?? 0) > before;
          const waitMs = waitsForPersonMs(thrown);
          if (waitMs !== undefined) await condition(isDecided, waitMs);
          else if (isUnknownOutcome(thrown)) await condition(isDecided);
          else throw thrown;
        }
      }
    },
  };
}

function isUnknownOutcome(thrown: unknown): boolean {
  if (!(thrown instanceof ActivityFailure)) return false;
  return thrown.cause instanceof ApplicationFailure && thrown.cause.type === 'EFFECT_UNKNOWN';
}
