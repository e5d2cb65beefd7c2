/** Workflow interceptors of mode `tuned`: heartbeats and retries as short as they can be without false deaths. */
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      scheduleActivity: async (input, next) =>
        await next({
          ...input,
          options: {
            startToCloseTimeout: '30 minutes',
            heartbeatTimeout: '500 milliseconds',
            retry: { initialInterval: '10 milliseconds', backoffCoefficient: 1 },
          },
        }),
    },
  ],
});
