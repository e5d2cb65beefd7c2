import { NotSent } from '@checkpoint/agent';

interface Bounds {
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
}

/** A signal that fires when the run stops or when this attempt may send nothing more. Throws NotSent when it is too late. */
export function sendSignal({ signal, remainingMs }: Bounds): AbortSignal {
  if (signal.aborted) throw new NotSent('the run or the worker is stopping; nothing was sent');
  const leftMs = Math.floor(remainingMs());
  if (leftMs <= 0) throw new NotSent('the time of this attempt is over; nothing was sent');
  return AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
}
