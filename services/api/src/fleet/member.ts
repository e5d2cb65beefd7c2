import { constants } from 'node:os';
import { WATCH_MS } from './limits.ts';
import { readProcess } from './process-table.ts';
import type { Certified } from './types.ts';

/** How a process ended, as far as the kernel told us. */
export interface Ended {
  readonly signal: string | null;
  readonly code: number | null;
  /** `parent`: the exit event of our child. `process table`: an adopted process is no longer there, or a zombie. */
  readonly seenBy: 'parent' | 'process table';
}

/** One living worker process of this fleet. */
export interface Member {
  readonly workerId: string;
  readonly pid: number;
  /** The kernel's start time; never trust a bare pid. */
  readonly pidStarted: string;
  /** By the monotonic clock, ms. */
  readonly bornMs: number;
  readonly ended: Promise<Ended>;
  /** Ends the watch, not the process. */
  unwatch(): void;
  /** Database time just before the signal, when this API sent one. */
  killedAt?: Date;
  /** Settled once its death was reported. */
  readonly buried: PromiseWithResolvers<Certified | undefined>;
}

/** The signal's name for its number: 9 → `SIGKILL`. */
export function signalName(signal: number): string {
  const found = Object.entries(constants.signals).find(([, number]) => number === signal);
  return found?.[0] ?? `signal ${signal}`;
}

/** Watches a process that is not our child by the kernel's table. */
export function watchProcess(pid: number, pidStarted: string): Pick<Member, 'ended' | 'unwatch'> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const timer = setInterval(() => {
    const entry = readProcess(pid);
    if (entry !== undefined && entry.started === pidStarted && !entry.zombie) return;
    clearInterval(timer);
    const ours = entry?.started === pidStarted ? entry : undefined;
    resolve({
      signal: ours?.exitSignal == null ? null : signalName(ours.exitSignal),
      code: ours?.exitCode ?? null,
      seenBy: 'process table',
    });
  }, WATCH_MS);
  return { ended: promise, unwatch: () => clearInterval(timer) };
}
