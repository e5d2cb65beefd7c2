import { readFileSync } from 'node:fs';

/** When this process started, by this machine's clock. */
export function ownStart(): Date {
  return new Date(Date.now() - process.uptime() * 1_000);
}

/**
 * Start time of this process as the kernel counts it (field 22 of /proc/self/stat, clock ticks since boot), so that a
 * pid that was used again is told apart. Null where there is no /proc.
 */
export function ownStartTime(): string | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The command's name may hold spaces and parentheses; the fields after the last parenthesis are counted from 3.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3] ?? null;
  } catch {
    return null;
  }
}
