/** In the place of summaries.ts: a release that changes what runs in flight do and asks no patch. The gate must refuse it. */
import type { AgentActivities, CallToolInput } from '@checkpoint/contracts/workflow';

export async function summariseLong(
  { summariseResult }: Pick<AgentActivities, 'summariseResult'>,
  place: CallToolInput,
): Promise<void> {
  await summariseResult(place);
}
