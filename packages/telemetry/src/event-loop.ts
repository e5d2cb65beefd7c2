import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the loop's lateness is sampled, ms. */
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
/** No probe comes more often, so a window this long always holds some samples, ms. */
const WINDOW_MS = 5_000;

export interface EventLoopWatch {
  /** Median lateness of the loop since the window began, seconds. Windows are at least 5 s long. */
  medianDelaySeconds(): number;
  stop(): void;
}

/** Watches how late the event loop runs. The median: one long turn is no illness, a loop that is always late is. */
export function watchEventLoop(monotonicMs: () => number = () => performance.now()): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let since = monotonicMs();
  return {
    medianDelaySeconds() {
      const median = delays.count === 0 ? 0 : delays.percentile(50) / NANOSECONDS;
      if (monotonicMs() - since >= WINDOW_MS) {
        delays.reset();
        since = monotonicMs();
      }
      return median;
    },
    stop: () => void delays.disable(),
  };
}
