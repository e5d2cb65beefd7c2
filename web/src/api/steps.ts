import type { QueryClient } from '@tanstack/react-query';
import { request } from './http.ts';
import { paths } from './paths.ts';
import type { StepList } from './types.ts';

/** The lowest step of each run that an event said has changed since the last read. */
const changedFrom = new Map<string, number>();

/** An event said that this step has changed. */
export function noteChangedStep(runId: string, step: number): void {
  changedFrom.set(runId, Math.min(step, changedFrom.get(runId) ?? step));
}

interface StepsRequest {
  readonly client: QueryClient;
  readonly queryKey: readonly unknown[];
  readonly runId: string;
  readonly signal: AbortSignal;
}

/**
 * The steps of a run. Where events told which steps changed, only those are read and the rest is kept, so that a step of
 * a run of thousands costs no more than a step of a short one. Without such an event all steps are read.
 */
export async function readSteps({ client, queryKey, runId, signal }: StepsRequest): Promise<StepList> {
  const from = changedFrom.get(runId);
  const known = client.getQueryData<StepList>(queryKey);
  changedFrom.delete(runId);
  const path = paths.runPart(runId, 'steps');
  if (from === undefined || known === undefined) return await request<StepList>(path, { signal });
  try {
    const changed = await request<StepList>(`${path}?from=${from}`, { signal });
    return { steps: [...known.steps.filter((step) => step.step < from), ...changed.steps] };
  } catch (thrown) {
    noteChangedStep(runId, from);
    throw thrown;
  }
}
