import { z } from 'zod';

const Environment = z.object({
  TEMPORAL_ADDRESS: z.string(),
  TEMPORAL_NAMESPACE: z.string(),
  CHECKPOINT_TASK_QUEUE: z.string(),
});

/** Where the bare worker polls. The benchmark sets it as it does for the product's worker. */
export function readBareConfig(env: NodeJS.ProcessEnv = process.env) {
  const value = Environment.parse(env);
  return {
    address: value.TEMPORAL_ADDRESS,
    namespace: value.TEMPORAL_NAMESPACE,
    taskQueue: value.CHECKPOINT_TASK_QUEUE,
  };
}
