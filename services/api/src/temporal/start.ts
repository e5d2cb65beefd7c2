import type { AgentRunInput } from '@checkpoint/contracts';
import { AGENT_WORKFLOW } from '@checkpoint/contracts';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TEMPORAL_WRITE_TIMEOUT_MS } from '../limits.ts';
import { bounded, type Temporal } from './client.ts';

/**
 * A worker that dies in the middle of a workflow task blocks the run until the task times out. The default is 10 s;
 * our tasks do no I/O and take milliseconds (TEMPORAL.md measures 2 s as safe).
 */
const WORKFLOW_TASK_TIMEOUT = '2s';

/** Starts the workflow of a run whose row is written. A run that was started before is left as it is: true = started now. */
export async function startWorkflow(
  temporal: Temporal,
  run: { readonly runId: string; readonly maxSteps: number },
): Promise<boolean> {
  const input: AgentRunInput = { runId: run.runId, maxSteps: run.maxSteps, firstStep: 1 };
  try {
    await bounded(temporal, TEMPORAL_WRITE_TIMEOUT_MS, () =>
      temporal.client.workflow.start(AGENT_WORKFLOW, {
        workflowId: run.runId,
        taskQueue: temporal.taskQueue,
        args: [input],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
      }),
    );
    return true;
  } catch (thrown) {
    if (thrown instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw thrown;
  }
}
