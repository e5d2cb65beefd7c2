import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TerminalError } from '@checkpoint/contracts';
import type { FleetConfig } from '../config.ts';
import type { Ended, Member } from './member.ts';
import { readProcess } from './process-table.ts';

/**
 * Megabytes of V8's young generation, of which there are three. A large one makes the process larger and so its death
 * slower: 348 MB take 48 ms from SIGKILL to the exit, 145 MB half of that (bench/README.md).
 */
const SEMI_SPACE_MB = 4;

/**
 * Starts a worker as a process of its own: its own process group and log file, so that it outlives this API, whatever
 * ends it. The fleet draws the boot id, so it knows the worker's id before the worker does.
 */
export function spawnWorker(config: FleetConfig): Member {
  const bootId = randomUUID();
  mkdirSync(config.logs, { recursive: true });
  const output = openSync(join(config.logs, `${bootId}.log`), 'a');
  try {
    const child = spawn(process.execPath, [`--max-semi-space-size=${SEMI_SPACE_MB}`, config.workerEntry], {
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...config.workerEnvironment, CHECKPOINT_BOOT_ID: bootId },
    });
    const { promise, resolve } = Promise.withResolvers<Ended>();
    child.once('exit', (code, signal) => resolve({ code, signal, seenBy: 'parent' }));
    child.once('error', () => resolve({ code: null, signal: null, seenBy: 'parent' }));
    child.unref();
    const { pid } = child;
    if (pid === undefined) {
      throw new TerminalError('INTERNAL', `worker ${config.workerEntry} did not start: is the file there?`);
    }
    return {
      workerId: `${hostname()}/${bootId}`,
      pid,
      // Our child stays in the table until its exit event, so the entry is there.
      pidStarted: readProcess(pid)?.started ?? '',
      bornMs: performance.now(),
      ended: promise,
      unwatch: () => child.removeAllListeners(),
      // The kernel tells the parent by itself.
      look: () => undefined,
      buried: Promise.withResolvers(),
    };
  } finally {
    closeSync(output);
  }
}
