import { useSyncExternalStore } from 'react';

/** The one place that reads this machine's clock, milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** Milliseconds between two looks at the clock by everything on the page that shows an age. */
const TICK_MS = 1_000;

let tick = now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tick = now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, renewed every second; all that use it share one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => tick);
}
