import type { AgentActivities, CallToolInput, CallToolResult } from '@checkpoint/contracts/workflow';

/** Has a long result summarised before the next step's model call. Runs without the patch see every result whole. */
export async function summariseLong(
  {
    summarises,
    summariseResult,
  }: Pick<AgentActivities, 'summariseResult'> & { readonly summarises: boolean },
  place: CallToolInput,
  result: CallToolResult,
): Promise<void> {
  if (summarises && result.long === true) await summariseResult(place);
}
