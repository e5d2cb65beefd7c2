import { setTimeout as delay } from 'node:timers/promises';
import { AppError, asError } from '@checkpoint/contracts';
import { type Child, tail } from './child.ts';

/** Short against a start of about a second, long against the cost of one look. */
const LOOK_EVERY_MS = 50;

/** Log lines that an error shows. */
const LOG_LINES_SHOWN = 15;

/**
 * Waits until `probe` gives true. Stops at once when the process ended, and after `withinMs`; the error names the
 * process, the last thing seen and the end of its log.
 */
export async function untilReady(
  child: Child,
  what: string,
  probe: () => Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  let seen = 'nothing yet';
  while (true) {
    const exit = child.exit();
    if (exit !== undefined)
      throw failure(child, what, `it ended (${exit.signal ?? `exit code ${exit.code}`})`);
    try {
      if (await probe()) return;
      seen = 'not ready';
    } catch (thrown) {
      seen = asError(thrown).message;
    }
    if (performance.now() > deadline) throw failure(child, what, `after ${withinMs} ms: ${seen}`);
    await delay(LOOK_EVERY_MS);
  }
}

function failure(child: Child, what: string, why: string): AppError {
  const log = tail(child.logFile, LOG_LINES_SHOWN);
  return new AppError(
    'START_FAILED',
    `${child.name}: ${what}: ${why}. Its log (${child.logFile}) ends:\n${log}`,
    {
      process: child.name,
      pid: child.mark.pid,
      logFile: child.logFile,
    },
  );
}
