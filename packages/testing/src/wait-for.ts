import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Long enough for a busy two-core machine; a test that needs more says so. */
const TIMEOUT_MS = 20_000;

/** Short against everything that tests wait for. */
const EVERY_MS = 20;

export type WaitOptions = { readonly timeoutMs?: number; readonly everyMs?: number };

/**
 * Asks `probe` until it gives a value other than undefined and false, and returns that value. A probe that throws is
 * asked again. After `timeoutMs` (milliseconds) it throws, saying what was waited for and what was seen last.
 */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = TIMEOUT_MS, everyMs = EVERY_MS }: WaitOptions = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (true) {
    const seen = await look(probe);
    if ('value' in seen && seen.value !== undefined && seen.value !== false) return seen.value;
    if (performance.now() >= deadline) {
      const last = 'value' in seen ? inspect(seen.value) : seen.error;
      throw new Error(`waited ${timeoutMs} ms for ${what}; last seen: ${last}`, {
        cause: 'value' in seen ? undefined : seen.error,
      });
    }
    await delay(everyMs);
  }
}

async function look<T>(probe: () => Promise<T> | T): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await probe() };
  } catch (error) {
    return { error };
  }
}
