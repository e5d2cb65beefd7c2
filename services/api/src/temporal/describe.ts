import { WorkflowNotFoundError } from '@temporalio/client';
import { TEMPORAL_READ_TIMEOUT_MS } from '../limits.ts';
import { bounded, type Temporal } from './client.ts';

/** Null when Temporal does not know the run. Throws TEMPORAL_UNAVAILABLE when it does not answer. */
export async function describeWorkflow(temporal: Temporal, runId: string) {
  try {
    return await bounded(temporal, TEMPORAL_READ_TIMEOUT_MS, () =>
      temporal.client.workflow.getHandle(runId).describe(),
    );
  } catch (thrown) {
    if (thrown instanceof WorkflowNotFoundError) return null;
    throw thrown;
  }
}

export async function workflowExists(temporal: Temporal, runId: string): Promise<boolean> {
  return (await describeWorkflow(temporal, runId)) !== null;
}
