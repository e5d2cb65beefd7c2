import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type Mode, WORKERS } from './modes.ts';
import { WORKER_ENTRY, type World } from './world.ts';

/** The workers of a mode that has no API: processes of this benchmark, replaced when it says so. */
export interface Crew {
  has(pid: number): boolean;
  open(): void;
  /** Starts what is missing. */
  fill(): void;
  close(): Promise<void>;
}

export function createCrew(world: World, mode: Mode, taskQueue: string): Crew {
  const { stack } = world;
  const living = new Set<ChildProcess>();
  let isOpen = false;
  const start = (): void => {
    const log = openSync(join(stack.dataDir, 'logs', `worker-${mode.name}.log`), 'a');
    const child = spawn(process.execPath, [WORKER_ENTRY], {
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        DATABASE_URL: world.bareUrl,
        TEMPORAL_ADDRESS: stack.temporalAddress,
        TEMPORAL_NAMESPACE: stack.namespace,
        CHECKPOINT_TASK_QUEUE: taskQueue,
        CHECKPOINT_WORKFLOW_BUNDLE: world.bundleOf(mode),
        AGENT_SETTINGS: JSON.stringify({ fileStoreUrl: stack.witnessUrl }),
        BENCH_WORKER_SETTINGS: JSON.stringify(mode.worker),
        LOG_LEVEL: 'info',
      },
    });
    closeSync(log);
    living.add(child);
    child.once('exit', () => living.delete(child));
  };
  const fill = (): void => {
    while (isOpen && living.size < WORKERS) start();
  };
  return {
    has: (pid) => [...living].some((child) => child.pid === pid),
    open() {
      isOpen = true;
      fill();
    },
    fill,
    async close() {
      isOpen = false;
      const ended = [...living].map(async (child) => {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      });
      await Promise.all(ended);
    },
  };
}
