import { untilParked, victimOf } from '../flock.ts';
import { after, type Kill, type Scenario } from '../kill.ts';
import { until } from '../until.ts';
import type { World } from '../world.ts';
import { awaitNext, wake } from './wake.ts';

/** PENDING_WORKFLOW_TASK_STATE_STARTED in Temporal's API. */
const STARTED = 2;
const STARTED_WITHIN_MS = 2_000;

/**
 * SIGKILL in the middle of a workflow task: the worker is frozen, the runs that it keeps in memory hear a signal, so
 * their tasks are handed to it, and it dies with them.
 */
export const workflowTask: Scenario = async ({ world, side, flock, ordinal }) => {
  const keys = await untilParked(side, flock.runIds);
  const victim = await victimOf(side, flock);
  process.kill(victim.pid, 'SIGSTOP');
  await Promise.all([...keys].map(([runId, key]) => wake(world, side, runId, key)));
  const caught = new Set<string>();
  await until(
    'a workflow task on the frozen worker',
    STARTED_WITHIN_MS,
    async () => {
      for (const runId of flock.runIds) if (await isInTask(world, runId)) caught.add(runId);
      return caught.size > 0;
    },
    10,
  ).catch(() => undefined);
  const atMs = Date.now();
  process.kill(victim.pid, 'SIGKILL');
  const next = await awaitNext(side, flock.runIds, atMs);
  side.mended();
  const samples = [...caught].map((runId) => {
    const movedMs = after(next.get(runId), atMs);
    const state = 'in a workflow task' as const;
    return { ...{ runId, step: 1, state, againMs: movedMs, movedMs }, nextStepMs: null, effectMs: null };
  });
  return { ...victim, atMs, ordinal, samples } satisfies Kill;
};

async function isInTask({ temporal, stack }: World, runId: string): Promise<boolean> {
  const { pendingWorkflowTask } = await temporal.workflowService.describeWorkflowExecution({
    namespace: stack.namespace,
    execution: { workflowId: runId },
  });
  return pendingWorkflowTask?.state === STARTED;
}
