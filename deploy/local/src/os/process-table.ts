/**
 * What the kernel knows about processes. A pid alone says little, since pids are used again: a process is told apart by
 * its pid and its start time (field 22 of /proc/<pid>/stat, clock ticks since boot).
 */
import { readdirSync, readFileSync } from 'node:fs';

export type ProcessMark = { readonly pid: number; readonly started: string };

/** The start time of a living process, or undefined. A zombie counts as gone: it runs no code and holds nothing. */
export function startedAt(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command's name stands in brackets and may hold spaces, so fields are counted behind the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  return state === 'Z' || state === 'X' ? undefined : fields[STARTED_FIELD - FIRST_FIELD_AFTER_NAME];
}

const STARTED_FIELD = 22;
const FIRST_FIELD_AFTER_NAME = 3;

/** True while this very process lives. */
export function isAlive(mark: ProcessMark): boolean {
  return startedAt(mark.pid) === mark.started;
}

/** The mark of a process that lives now, or undefined. */
export function markOf(pid: number): ProcessMark | undefined {
  const started = startedAt(pid);
  return started === undefined ? undefined : { pid, started };
}

/** The program's name as `ps` shows it, or 'unknown'. */
export function nameOf(pid: number): string {
  return read(`/proc/${pid}/comm`)?.trim() ?? 'unknown';
}

/** The command line, words joined by spaces; empty for a process that is gone. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? '';
}

/** Living processes whose environment has exactly `name=value`. Processes of other users stay hidden from us. */
export function withEnvironment(name: string, value: string): ProcessMark[] {
  const wanted = `${name}=${value}`;
  return allPids().flatMap((pid) => {
    if (pid === process.pid) return [];
    const environment = read(`/proc/${pid}/environ`)?.split('\0') ?? [];
    const mark = environment.includes(wanted) ? markOf(pid) : undefined;
    return mark === undefined ? [] : [mark];
  });
}

/** Every pid of this machine (of this pid namespace). */
export function allPids(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended while we looked, or belongs to another user: both mean "nothing to see".
    return undefined;
  }
}
