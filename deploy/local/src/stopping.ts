import { livingProcesses, type NotedProcess } from './os/pid-files.ts';
import { withEnvironment } from './os/process-table.ts';
import { stopProcess } from './os/stop.ts';
import { STACK_MARK } from './parts/service.ts';

/**
 * What depends on what, last to start first. Services that are not named here are commands that only begin something,
 * such as migrations: they go before all others.
 */
const STOP_ORDER = ['api', 'workers', 'temporal-ui', 'witness', 'temporal', 'postgres'];

/** A worker finishes what it is in within its own grace; after that it is killed, which costs nothing (DESIGN §1). */
const WORKER_STOP = [{ signal: 'SIGTERM', graceMs: 10_000 }] as const;

/**
 * Stops every process that a stack on this data folder started, in order, by pid: those of a living stack, and those
 * that a killed one left behind. Returns `name (pid)` of each.
 */
export async function stopEverything(dataDir: string): Promise<string[]> {
  const stopped: string[] = [];
  const end = async ({ name, pid, started, stop }: NotedProcess) => {
    if ((await stopProcess({ pid, started }, stop)) !== undefined) stopped.push(`${name} (${pid})`);
  };
  for (const name of [undefined, ...STOP_ORDER]) {
    const group = name === 'workers' ? workers(dataDir) : livingProcesses(dataDir).filter(isNamed(name));
    await Promise.all(group.map(end));
  }
  return stopped;
}

/** Sends SIGKILL to all of them at once. */
export function killEverything(dataDir: string): void {
  for (const { pid } of [...workers(dataDir), ...livingProcesses(dataDir)]) process.kill(pid, 'SIGKILL');
}

function isNamed(name: string | undefined): (noted: NotedProcess) => boolean {
  return (noted) => (name === undefined ? !STOP_ORDER.includes(noted.name) : noted.name === name);
}

/** Detached processes that the API started. A living API stops them itself; this finds those whose API is dead. */
function workers(dataDir: string): NotedProcess[] {
  return withEnvironment(STACK_MARK, dataDir).map((mark) => ({
    name: 'worker',
    ...mark,
    stop: [...WORKER_STOP],
  }));
}
