import { readFileSync } from 'node:fs';

/** One entry of the kernel's process table. */
export interface ProcessEntry {
  /** Clock ticks from boot to the start of the process: with it, a pid that was used again is told apart. */
  readonly started: string;
  /** The process has ended, and only its entry waits for the parent. */
  readonly zombie: boolean;
  /** Of a zombie: the signal that ended it, else null. */
  readonly exitSignal: number | null;
  readonly exitCode: number | null;
}

/** Places in /proc/<pid>/stat, counted behind the name, which may hold spaces and brackets (proc(5)). */
const STATE = 0;
const START_TIME = 19;
const EXIT_STATUS = 49;

/** Undefined when the table does not list the pid. */
export function readProcess(pid: number): ProcessEntry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .trimEnd()
    .split(' ');
  const zombie = fields[STATE] === 'Z' || fields[STATE] === 'X';
  // As wait(2) gives it: the low seven bits are a signal, the next byte is a code.
  const status = Number(fields[EXIT_STATUS] ?? 0);
  const signal = status & 0x7f;
  return {
    started: fields[START_TIME] ?? '',
    zombie,
    exitSignal: zombie && signal !== 0 ? signal : null,
    exitCode: zombie && signal === 0 ? (status >> 8) & 0xff : null,
  };
}

/** True while exactly this process runs: the same pid with the same start time, and no zombie. */
export function isRunning(pid: number, started: string): boolean {
  const entry = readProcess(pid);
  return entry !== undefined && entry.started === started && !entry.zombie;
}
