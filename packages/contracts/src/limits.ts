/** Budgets of a run. They are durable and counted once across crashes (DESIGN §6). */
import { z } from 'zod';

export const Budgets = z.strictObject({
  maxSteps: z
    .int()
    .min(1)
    .max(10_000)
    .default(200)
    .describe('steps; the run fails when a further one would begin'),
  maxTokens: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(20_000_000)
    .describe('input and output tokens together'),
  maxCostUsd: z
    .number()
    .min(0)
    .max(1_000_000)
    .default(100)
    .describe('US dollars, by the price list of the provider'),
  maxWallSeconds: z
    .int()
    .min(1)
    .max(31_536_000)
    .default(86_400)
    .describe('seconds since the start, waiting included'),
});
export type Budgets = z.infer<typeof Budgets>;
