import type { WorkflowHandle } from '@temporalio/client';
import type pg from 'pg';
import { createCrew } from './crew.ts';
import { type Mode, WORKERS } from './modes.ts';
import { until } from './until.ts';
import { TASK_QUEUE, type World } from './world.ts';

export interface LiveWorker {
  readonly workerId: string;
  readonly pid: number;
}

/** Runs and workers of one mode: started in its own way, looked at in the same way as those of the others. */
export interface Side {
  readonly mode: Mode;
  readonly db: pg.Pool;
  readonly taskQueue: string;
  /** Workers that live and poll. */
  workers(): Promise<LiveWorker[]>;
  /** Starts the workers, as far as this mode's are not always there. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Says that the work of a dead worker was taken up, so that its replacement may start. */
  mended(): void;
  startRun(runId: string, input: object): Promise<void>;
  endRun(runId: string): Promise<void>;
}

/** Milliseconds in which a worker starts on a busy machine. */
const START_MS = 60_000;
const BUDGETS = { maxSteps: 10_000, maxTokens: 1_000_000_000, maxCostUsd: 1_000, maxWallSeconds: 86_400 };

export function createSide(world: World, mode: Mode): Side {
  const { temporal, stack } = world;
  const db = mode.api ? world.db : world.bare;
  const taskQueue = mode.api ? TASK_QUEUE : `bench-${mode.name}`;
  const crew = mode.api ? undefined : createCrew(world, mode, taskQueue);
  const side: Side = {
    mode,
    db,
    taskQueue,
    async workers() {
      const { rows } = await db.query<{ worker_id: string; pid: number }>(
        `SELECT worker_id, pid FROM workers w WHERE lease_until > now()
         AND NOT EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = w.worker_id)`,
      );
      const polling = await pollers(world, taskQueue);
      return rows
        .filter(({ worker_id, pid }) => polling.has(worker_id) && (crew?.has(pid) ?? true))
        .map(({ worker_id, pid }) => ({ workerId: worker_id, pid }));
    },
    async open() {
      crew?.open();
      await until(`${WORKERS} workers of ${mode.name}`, START_MS, async () => {
        const live = await side.workers();
        return live.length >= WORKERS;
      });
    },
    close: async () => await crew?.close(),
    mended: () => crew?.fill(),
    async startRun(runId, input) {
      if (mode.api) return await startThroughApi(stack.apiUrl, runId, input);
      await db.query('INSERT INTO runs (run_id, agent, input, budgets) VALUES ($1, $2, $3, $4)', [
        ...[runId, 'stepper', JSON.stringify(input), JSON.stringify(BUDGETS)],
      ]);
      await temporal.workflow.start('agentRun', {
        workflowId: runId,
        taskQueue,
        args: [{ runId, maxSteps: BUDGETS.maxSteps, firstStep: 1 }],
        ...(mode.workflowTaskTimeout === undefined ? {} : { workflowTaskTimeout: mode.workflowTaskTimeout }),
      });
    },
    async endRun(runId) {
      const handle: WorkflowHandle = temporal.workflow.getHandle(runId);
      await handle.terminate('the benchmark has seen enough').catch(() => undefined);
    },
  };
  return side;
}

async function pollers({ temporal, stack }: World, taskQueue: string): Promise<Set<string>> {
  const both = await Promise.all(
    // 1: workflow tasks, 2: activities. The dead stay in the list for minutes, which is why the caller asks the leases.
    [1, 2].map(async (taskQueueType) => {
      const { pollers: found } = await temporal.workflowService.describeTaskQueue({
        namespace: stack.namespace,
        taskQueue: { name: taskQueue },
        taskQueueType,
      });
      return new Set((found ?? []).flatMap(({ identity }) => identity ?? []));
    }),
  );
  const [first, second] = both;
  return new Set([...(first ?? [])].filter((identity) => second?.has(identity)));
}

async function startThroughApi(apiUrl: string, runId: string, input: object): Promise<void> {
  const response = await fetch(`${apiUrl}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent: 'stepper', runId, input, budgets: BUDGETS }),
  });
  if (!response.ok) throw new Error(`POST /api/runs: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
}
