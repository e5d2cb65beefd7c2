import { once } from 'node:events';
import type { Fault, Move } from '@checkpoint/contracts';
import { asError, RetryableError } from '@checkpoint/contracts';
import type { MoveHook } from '@checkpoint/journal';
import type pg from 'pg';
import { run } from '../store/statements.ts';
import type { HoldPlace } from './context.ts';

/** Milliseconds until an attempt that a transient fault failed is tried again. */
const TRANSIENT_RETRY_MS = 100;

/** Throws FAULT_INJECTED while the run's transient fault for this place has failures left. */
export function failTransiently(
  faults: readonly Fault[],
  place: { step: number; tool: string; attempt: number },
): void {
  for (const fault of faults) {
    if (fault.kind !== 'transient' || fault.step !== place.step || fault.activity !== place.tool) continue;
    if (place.attempt > fault.times) continue;
    throw new RetryableError(
      'FAULT_INJECTED',
      `transient fault ${place.attempt} of ${fault.times} at step ${place.step}`,
      TRANSIENT_RETRY_MS,
    );
  }
}

/** How many of this step's answers the run wants garbled. */
export function garbledAnswers(faults: readonly Fault[], step: number): number {
  const fault = faults.find((item) => item.kind === 'garble' && item.step === step);
  return fault?.kind === 'garble' ? fault.times : 0;
}

export interface Holds {
  arm(key: string, place: HoldPlace): void;
  disarm(key: string): void;
  readonly atMove: MoveHook;
}

/**
 * Stops the first attempt inside the named move, for ever: only a kill ends it, or the announcement of one, `given up`. The
 * row says where it waits.
 */
export function createHolds(pool: pg.Pool, workerId: string, givenUp: AbortSignal): Holds {
  const armed = new Map<string, HoldPlace>();
  return {
    arm: (key, place) => void armed.set(key, place),
    disarm: (key) => void armed.delete(key),
    async atMove(move, { key }) {
      const place = armed.get(key);
      if (place === undefined || place.attempt > 1 || !wants(place, move)) return;
      await run(pool, 'hold', [place.runId, place.step, place.activity, place.tool, move, workerId]);
      if (!givenUp.aborted) await once(givenUp, 'abort');
      throw asError(givenUp.reason);
    },
  };
}

function wants(place: HoldPlace, move: Move): boolean {
  return place.faults.some(
    (fault) =>
      fault.kind === 'hold' && fault.step === place.step && fault.move === move && fault.tool === place.tool,
  );
}
