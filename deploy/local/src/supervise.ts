import { setTimeout as delay } from 'node:timers/promises';
import { AppError, asError } from '@checkpoint/contracts';
import type { Running } from './bring-up.ts';

/** Gives a process's children (Postgres has some) the time to notice its death and let go of its port. */
const RESTART_AFTER_MS = 500;

/** A part that ends this often within a minute will not stay up, and its log says why. */
const ENDS_ALLOWED = 5;
const ENDS_WITHIN_MS = 60_000;

/**
 * Starts each part again whenever it ends by itself, as a cluster would. Resolves with an error when one of them does
 * not stay up, and never once `stopping` gives true.
 */
export function keepUpAll(
  running: Running,
  stopping: () => boolean,
  report: (line: string) => void,
): Promise<Error> {
  return new Promise((resolve) => {
    for (const name of Object.keys(running.processes())) {
      keepUp(running, name, stopping, report).catch((thrown: unknown) => resolve(asError(thrown)));
    }
  });
}

async function keepUp(
  running: Running,
  name: string,
  stopping: () => boolean,
  report: (line: string) => void,
): Promise<void> {
  const ends: number[] = [];
  while (true) {
    const child = running.child(name);
    const exit = await child.exited;
    if (stopping()) return;
    report(`${name} ended (${exit.signal ?? `exit code ${exit.code}`}): starting it again`);
    ends.push(performance.now());
    if (ends.filter((end) => performance.now() - end < ENDS_WITHIN_MS).length > ENDS_ALLOWED) {
      throw new AppError('START_FAILED', `${name} does not stay up: see ${child.logFile}`, { process: name });
    }
    await delay(RESTART_AFTER_MS);
    if (stopping()) return;
    try {
      await running.restarts[name]?.();
    } catch (thrown) {
      if (!stopping()) report(asError(thrown).message);
    }
  }
}
