import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';

/** Milliseconds between looks: a cluster on two cores must not be kept busy by those who watch it. */
const LOOK_MS = 250;

/** Looks until `probe` gives a value; what throws is looked at again. Throws, saying what was last seen, after `timeoutMs`. */
export async function until<T>(
  what: string,
  timeoutMs: number,
  probe: () => Promise<T | undefined | false>,
  everyMs = LOOK_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let last = 'nothing yet';
  while (performance.now() < deadline) {
    try {
      const seen = await probe();
      if (seen !== undefined && seen !== false) return seen;
      last = 'not yet';
    } catch (thrown) {
      last = asError(thrown).message;
    }
    await sleep(everyMs);
  }
  throw new Error(`waited ${timeoutMs / 1_000} s for ${what}: ${last}`);
}
