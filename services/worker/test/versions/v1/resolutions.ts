import { EFFECT_RESOLVED_SIGNAL } from '@checkpoint/contracts/workflow';
import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  defineSignal,
  setHandler,
} from '@temporalio/workflow';

/** Sent when a person has decided about an unknown outcome; the argument is `<step>:<toolUseId>`. */
export const effectResolved = defineSignal<[string]>(EFFECT_RESOLVED_SIGNAL);

export interface Resolutions {
  /** Runs the call again each time that a person has resolved its unknown outcome. Other failures are thrown. */
  untilKnown<T>(place: string, call: () => Promise<T>): Promise<T>;
}

/** Keeps signals that arrive before somebody waits for them. */
export function createResolutions(): Resolutions {
  const decided = new Map<string, number>();
  setHandler(effectResolved, (place) => {
    decided.set(place, (decided.get(place) ?? 0) + 1);
  });
  return {
    async untilKnown(place, call) {
      for (;;) {
        const before = decided.get(place) ?? 0;
        try {
          return await call();
        } catch (thrown) {
          if (!isUnknownOutcome(thrown)) throw thrown;
          await condition(() => (decided.get(place) ?? 0) > before);
        }
      }
    },
  };
}

function isUnknownOutcome(thrown: unknown): boolean {
  if (!(thrown instanceof ActivityFailure)) return false;
  return thrown.cause instanceof ApplicationFailure && thrown.cause.type === 'EFFECT_UNKNOWN';
}
