import { fileURLToPath } from 'node:url';
import type { WorkerView } from '@checkpoint/contracts/api';
import { type WaitOptions, waitFor } from '@checkpoint/testing';
import type { FastifyInstance } from 'fastify';
import { isRunning } from '../../src/fleet/process-table.ts';
import type { Harness } from './harness.ts';

export const FIXTURE_WORKER = fileURLToPath(new URL('../fixtures/worker.ts', import.meta.url));

type Answers = Pick<FastifyInstance, 'inject'>;

export async function workersOf(app: Answers): Promise<WorkerView[]> {
  return (await app.inject('/api/workers')).json().workers;
}

export async function liveWorkers(app: Answers): Promise<WorkerView[]> {
  return (await workersOf(app)).filter((worker) => worker.state === 'live');
}

/** Waits until exactly so many workers live, none of them among `but`. */
export function waitForLive(
  app: Answers,
  count: number,
  but: readonly string[] = [],
  options: WaitOptions = {},
): Promise<WorkerView[]> {
  const look = async () => {
    const live = await liveWorkers(app);
    return live.length === count && !live.some((worker) => but.includes(worker.workerId)) && live;
  };
  return waitFor(`${count} live workers`, look, options);
}

export function kill(app: Answers, workerId: string) {
  return app.inject({ method: 'DELETE', url: `/api/workers/${encodeURIComponent(workerId)}` });
}

export async function pidStarted(
  harness: Harness,
  workerId: string,
): Promise<{ pid: number; started: string }> {
  const { rows } = await harness.database.pool.query(
    'SELECT pid, pid_started AS started FROM workers WHERE worker_id = $1',
    [workerId],
  );
  return rows[0];
}

/** True while exactly this worker's process runs. */
export async function processRuns(harness: Harness, workerId: string): Promise<boolean> {
  const { pid, started } = await pidStarted(harness, workerId);
  return isRunning(pid, started);
}
