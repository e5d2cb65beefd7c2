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
/** Milliseconds for which a task that was failed is remembered: longer than all looks after one death. */
const REMEMBERED_MS = 60_000;

export type Described = NonNullable<Awaited<ReturnType<typeof describeWorkflow>>>['raw'];

/** Frees runs whose workflow task went down with a worker; without it the run stands still until the task times out. */
export interface Unblocker {
  /**
   * Fails the workflow task in progress when it was handed out before `deadMs` (Unix, by this machine's clock, which
   * Temporal's should agree with to some 50 ms). True when it did. A healthy worker's task that is failed by mistake is
   * handed out again: workflow code has no side effects. No task is failed twice.
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
  const failed = new Map<string, number>();
  const limit = temporal.bufferedEventsLimit;

  const unblock: Unblocker['unblock'] = async (described, runId, deadMs) => {
    const task = taskInProgress(described, deadMs + IN_TRANSIT_MS);
    if (limit === undefined || task === undefined || failed.has(task)) return false;
    forget(failed);
    failed.set(task, Date.now());
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

/** Execution and start of the workflow task that was handed out before `beforeMs`, so that its retry is told apart. */
function taskInProgress(described: Described, beforeMs: number): string | undefined {
  const task = described.pendingWorkflowTask;
  if (task?.state !== PENDING_WORKFLOW_TASK_STATE_STARTED) return undefined;
  const startedMs = Number(task.startedTime?.seconds ?? 0) * 1_000 + (task.startedTime?.nanos ?? 0) / 1e6;
  if (startedMs > beforeMs) return undefined;
  return `${described.workflowExecutionInfo?.execution?.runId}/${startedMs}`;
}

/** Sizes of the signals that together are more than the limit. */
function signalSizes(limit: number): number[] {
  const whole = Math.floor(limit / SIGNAL_BYTES);
  return [...Array<number>(whole).fill(SIGNAL_BYTES), (limit % SIGNAL_BYTES) + 1];
}

function forget(failed: Map<string, number>): void {
  for (const [task, atMs] of failed) if (Date.now() - atMs > REMEMBERED_MS) failed.delete(task);
}
