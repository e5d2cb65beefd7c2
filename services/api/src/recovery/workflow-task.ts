import { asError } from '@checkpoint/contracts';
import { WORKER_DIED_SIGNAL } from '@checkpoint/contracts/workflow';
import { WorkflowNotFoundError } from '@temporalio/client';
import protos from '@temporalio/proto';
import { bounded } from '../temporal/client.ts';
import { describeWorkflow } from '../temporal/describe.ts';
import { RELEASE_CALL_TIMEOUT_MS } from './limits.ts';
import type { ReleaseParts } from './release.ts';

const { PENDING_WORKFLOW_TASK_STATE_STARTED } = protos.temporal.api.enums.v1.PendingWorkflowTaskState;

/** Bytes of one signal: below Temporal's limit of 2 MB for a payload, whatever the limit of the buffer is. */
const SIGNAL_BYTES = 1_000_000;
/** Milliseconds in which the open polls of a dead worker may still take a task: until the kernel closes its sockets. */
const IN_TRANSIT_MS = 60;
/** Milliseconds for which it is remembered that a run was freed: longer than all looks after one death. */
const REMEMBERED_MS = 60_000;

export type Described = NonNullable<Awaited<ReturnType<typeof describeWorkflow>>>['raw'];

/** Frees runs whose workflow task went down with a worker; without it the run stands still until the task times out. */
export interface Unblocker {
  /**
   * Fails the workflow task in progress when it was handed out before `deadMs` (Unix, by this machine's clock, which
   * Temporal's should agree with to some 50 ms). True when it did. A healthy worker's task that is failed by mistake is
   * handed out again: workflow code has no side effects. One death fails one task of a run at most, never its retry.
   */
  unblock(described: Described, runId: string, deadMs: number): Promise<boolean>;
  /** The same for a run whose state is not known yet. */
  look(runId: string, deadMs: number): Promise<boolean>;
}

/**
 * Temporal has no call that fails a workflow task without its token, but fails one by itself (FORCE_CLOSE_COMMAND) when
 * more bytes are buffered behind it than `history.maximumBufferedEventsSizeInBytes`. A signal with one byte more, which
 * the workflow ignores, does it. The server must be known to have that limit: without one, nothing is failed.
 */
export function createUnblocker({ temporal, log }: Pick<ReleaseParts, 'temporal' | 'log'>): Unblocker {
  const freedMs = new Map<string, number>();
  const limit = temporal.bufferedEventsLimit;

  const unblock: Unblocker['unblock'] = async (described, runId, deadMs) => {
    if (limit === undefined || (freedMs.get(runId) ?? 0) >= deadMs) return false;
    if (!heldTaskBefore(described, deadMs + IN_TRANSIT_MS)) return false;
    forget(freedMs);
    freedMs.set(runId, Date.now());
    for (const bytes of signalSizes(limit)) await signal(runId, bytes);
    log.info({ run: runId }, 'the workflow task of a dead worker was failed');
    return true;
  };
  const signal = async (runId: string, bytes: number): Promise<void> => {
    const data = Buffer.alloc(bytes);
    await bounded(temporal, RELEASE_CALL_TIMEOUT_MS, () =>
      temporal.client.workflowService.signalWorkflowExecution({
        namespace: temporal.namespace,
        workflowExecution: { workflowId: runId },
        signalName: WORKER_DIED_SIGNAL,
        input: { payloads: [{ metadata: { encoding: Buffer.from('binary/plain') }, data }] },
      }),
    );
  };
  return {
    unblock,
    async look(runId, deadMs) {
      try {
        const described = await describeWorkflow(temporal, runId);
        return described !== null && (await unblock(described.raw, runId, deadMs));
      } catch (thrown) {
        if (!(thrown instanceof WorkflowNotFoundError))
          log.warn({ err: asError(thrown), run: runId }, 'a workflow task in progress was not looked at');
        return false;
      }
    },
  };
}

/** Whether a workflow task is in progress that was handed out before `beforeMs`. */
function heldTaskBefore(described: Described, beforeMs: number): boolean {
  const task = described.pendingWorkflowTask;
  if (task?.state !== PENDING_WORKFLOW_TASK_STATE_STARTED) return false;
  const startedMs = Number(task.startedTime?.seconds ?? 0) * 1_000 + (task.startedTime?.nanos ?? 0) / 1e6;
  return startedMs <= beforeMs;
}

/** Sizes of the signals that together are more than the limit. */
function signalSizes(limit: number): number[] {
  const whole = Math.floor(limit / SIGNAL_BYTES);
  return [...Array<number>(whole).fill(SIGNAL_BYTES), (limit % SIGNAL_BYTES) + 1];
}

function forget(freedMs: Map<string, number>): void {
  for (const [runId, atMs] of freedMs) if (Date.now() - atMs > REMEMBERED_MS) freedMs.delete(runId);
}
