import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchServers } from '../lib/servers.ts';

export interface BenchWorker {
  readonly pid: number;
  readonly taskQueue: string;
  stop(): Promise<void>;
}

/** Starts a worker process on a task queue of its own. Its log is `<data>/logs/bench-<name>.log`. */
export function startWorker(servers: BenchServers, name: 'bare' | 'ours', databaseUrl: string): BenchWorker {
  const taskQueue = `bench-${name}`;
  const log = openSync(join(servers.dataDir, 'logs', `bench-${name}.log`), 'a');
  const child = spawn(process.execPath, [fileURLToPath(new URL(`./worker/${name}.ts`, import.meta.url))], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: servers.temporalAddress,
      TEMPORAL_NAMESPACE: servers.temporalNamespace,
      CHECKPOINT_TASK_QUEUE: taskQueue,
      // Runs may switch the journal off only where faults are allowed.
      CHECKPOINT_FAULTS: 'allowed',
      LOG_LEVEL: 'warn',
    },
  });
  closeSync(log);
  return { pid: child.pid ?? 0, taskQueue, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
