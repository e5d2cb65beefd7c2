import { readFileSync } from 'node:fs';

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
