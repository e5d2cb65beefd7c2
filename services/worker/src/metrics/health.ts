import { type EventLoopWatch, type ProbeAnswer, watchEventLoop } from '@checkpoint/telemetry';
import type { State } from '@temporalio/worker';

/** A loop that is later than this half of the time sends no heartbeat in time any more, seconds. */
const MAX_MEDIAN_DELAY_SECONDS = 1;

/** The part of Temporal's worker that a probe looks at. */
export interface Stateful {
  getState(): State;
}

export interface Health {
  readonly probes: Readonly<Record<'/startupz' | '/readyz' | '/livez', () => ProbeAnswer>>;
  /** From now on the probes tell of this worker. Until then it is starting. */
  watch(worker: Stateful): void;
}

/**
 * Probes from the worker's own state. "The process is up" would hide a worker that polls nothing.
 *
 * starting (no Temporal worker yet) → INITIALIZED → RUNNING → STOPPING → DRAINING → DRAINED → STOPPED, or FAILED.
 * Started: from RUNNING on. Ready: RUNNING. Live: anything but FAILED, while the event loop is not always late.
 */
export function createHealth(loop: EventLoopWatch = watchEventLoop()): Health {
  let watched: Stateful | undefined;
  const state = (): State | 'starting' => watched?.getState() ?? 'starting';
  return {
    watch(worker) {
      watched = worker;
    },
    probes: {
      '/startupz': () => ({ ok: !['starting', 'INITIALIZED'].includes(state()), state: state() }),
      '/readyz': () => ({ ok: state() === 'RUNNING', state: state() }),
      '/livez': () => {
        const medianDelaySeconds = loop.medianDelaySeconds();
        const ok = state() !== 'FAILED' && medianDelaySeconds <= MAX_MEDIAN_DELAY_SECONDS;
        return { ok, state: state(), medianDelaySeconds };
      },
    },
  };
}
