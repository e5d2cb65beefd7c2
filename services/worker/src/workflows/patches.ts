import type { AgentRunInput } from '@checkpoint/contracts/workflow';
import { patched } from '@temporalio/workflow';

/** Since 0.2: a tool result that is too long for a model is summarised for it. Stage: `patched` (docs/runbooks/upgrades.md). */
export const SUMMARISE_LONG_RESULTS = 'summarise-long-results';

/**
 * Whether this run summarises long results. Asked once, before anything else of the execution: asked later, a run that
 * began without the patch would get it as soon as it is no longer replayed. Across `continueAsNew` the run's own choice
 * travels in its input, so that it keeps its path for life; an execution that another one began without saying stays without.
 */
export function summarisesLongResults({ patches, firstStep }: AgentRunInput): boolean {
  const has = patches === undefined ? firstStep === 1 : patches.includes(SUMMARISE_LONG_RESULTS);
  return has && patched(SUMMARISE_LONG_RESULTS);
}
