/** Workflow interceptors of mode `defaults`: what a Temporal user has who sets a heartbeat time-out and no more. */
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      scheduleActivity: async (input, next) =>
        await next({
          ...input,
          options: { startToCloseTimeout: '30 minutes', heartbeatTimeout: '5 seconds' },
        }),
    },
  ],
});
