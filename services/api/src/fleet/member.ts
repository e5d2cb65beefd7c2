import { constants } from 'node:os';
import { LOOKS_MS, WATCH_MS } from './limits.ts';
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
  /** Looks several times at once: a process closes its sockets some milliseconds before it leaves the table. */
  look(): void;
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
export function watchProcess(pid: number, pidStarted: string): Pick<Member, 'ended' | 'unwatch' | 'look'> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  let timer: NodeJS.Timeout;
  let hurried: NodeJS.Timeout[] = [];
  const unwatch = (): void => {
    for (const pending of [timer, ...hurried]) clearTimeout(pending);
  };
  const glance = (): void => {
    const entry = readProcess(pid);
    if (entry !== undefined && entry.started === pidStarted && !entry.zombie) return;
    unwatch();
    const ours = entry?.started === pidStarted ? entry : undefined;
    resolve({
      signal: ours?.exitSignal == null ? null : signalName(ours.exitSignal),
      code: ours?.exitCode ?? null,
      seenBy: 'process table',
    });
  };
  timer = setInterval(glance, WATCH_MS);
  const look = (): void => {
    for (const pending of hurried) clearTimeout(pending);
    hurried = LOOKS_MS.map((afterMs) => setTimeout(glance, afterMs));
  };
  return { ended: promise, unwatch, look };
}
