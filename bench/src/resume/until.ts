import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between looks. Looks cost CPU that the measured processes need. */
const LOOK_MS = 50;

/** Looks until `probe` gives a value other than undefined and false. Throws, naming `what`, after `timeoutMs`. */
export async function until<T>(
  what: string,
  timeoutMs: number,
  probe: () => Promise<T | undefined | false>,
  everyMs: number = LOOK_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const seen = await probe();
    if (seen !== undefined && seen !== false) return seen;
    await delay(everyMs);
  }
  throw new Error(`waited ${timeoutMs} ms for ${what}`);
}
