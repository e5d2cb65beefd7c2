import { proxyActivities } from '@temporalio/workflow';
import type { BareActivities } from './bare.ts';

/** As the product's activities are called, so that only what they do differs. */
const { callModel, callTool } = proxyActivities<BareActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '5 seconds',
});

/** As many activities a step as the product's loop has. */
export async function bareRun({ runId, steps }: { runId: string; steps: number }): Promise<void> {
  for (let step = 1; step <= steps; step += 1) {
    const turn = await callModel({ runId, step });
    for (const { toolUseId } of turn.calls) await callTool({ runId, step, toolUseId });
  }
}
