import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc/<pid>/stat: fixed at 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** CPU seconds. */
export interface Cpu {
  readonly user: number;
  readonly system: number;
}

/** CPU that this process has used. */
export function ownCpu(): Cpu {
  const { user, system } = process.cpuUsage();
  return { user: user / 1e6, system: system / 1e6 };
}

/** CPU that a process has used with its children, the living and those that it has waited for. */
export function treeCpu(rootPid: number): Cpu {
  let user = 0;
  let system = 0;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined;
    if (stat === undefined) continue;
    // Fields as proc(5) counts them: 4 ppid, 14 utime, 15 stime, 16 and 17 the same of children that have ended.
    const isRoot = Number(name) === rootPid;
    if (!isRoot && Number(stat[4 - 3]) !== rootPid) continue;
    user += Number(stat[14 - 3]) + (isRoot ? Number(stat[16 - 3]) : 0);
    system += Number(stat[15 - 3]) + (isRoot ? Number(stat[17 - 3]) : 0);
  }
  return { user: user / TICKS_PER_SECOND, system: system / TICKS_PER_SECOND };
}

export function cpuSince(before: Cpu, after: Cpu): Cpu {
  return { user: after.user - before.user, system: after.system - before.system };
}

/** The fields from the third on, which begin after the command's name; undefined for a process that has ended. */
function readStat(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
