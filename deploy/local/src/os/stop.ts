import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@checkpoint/contracts';
import { commandOf, isAlive, type ProcessMark } from './process-table.ts';

/** One signal and how long it is given. The stages are tried in order until the process is gone. */
export type StopStage = { readonly signal: NodeJS.Signals; readonly graceMs: number };

/** A process that was killed is gone within milliseconds; seconds mean that it hangs in the kernel. */
export const KILL_STAGE: StopStage = { signal: 'SIGKILL', graceMs: 5_000 };

/** How often the process table is looked at while we wait for an end. */
const LOOK_EVERY_MS = 20;

/**
 * Ends one process by pid and waits until it is gone from the process table. SIGKILL follows when the stages were of no
 * use. Returns the signal that ended it, or undefined when it was gone already.
 */
export async function stopProcess(
  mark: ProcessMark,
  stages: readonly StopStage[],
): Promise<NodeJS.Signals | undefined> {
  if (!isAlive(mark)) return undefined;
  for (const { signal, graceMs } of [...stages, KILL_STAGE]) {
    send(mark, signal);
    if (await goneWithin(mark, graceMs)) return signal;
  }
  throw new AppError('START_FAILED', `process ${mark.pid} (${commandOf(mark.pid)}) outlives SIGKILL`, {
    pid: mark.pid,
  });
}

/** True as soon as the process is gone; false when it still lives after `withinMs`. */
export async function goneWithin(mark: ProcessMark, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (isAlive(mark)) {
    if (performance.now() >= deadline) return false;
    await delay(LOOK_EVERY_MS);
  }
  return true;
}

function send(mark: ProcessMark, signal: NodeJS.Signals): void {
  try {
    if (isAlive(mark)) process.kill(mark.pid, signal);
  } catch (thrown) {
    // Between the look and the signal the process may have ended, which is what we want.
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
  }
}
