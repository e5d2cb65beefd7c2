import { z } from 'zod';
import { MOVES } from './states.ts';

/**
 * Faults that a run may ask for in demos and tests. The API refuses them (FAULTS_NOT_ALLOWED) unless its configuration
 * allows them, and a worker ignores them unless its own configuration does.
 */
export const Fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('transient').describe('the first `times` attempts at this step fail before they begin'),
    step: z.int().min(1),
    activity: z.string().default('model').describe('`model`, or the name of a tool'),
    times: z.int().min(1).max(20).default(1),
  }),
  z.strictObject({
    kind: z.literal('garble').describe('the model answers this step with unusable text'),
    step: z.int().min(1),
    times: z
      .int()
      .min(1)
      .max(2)
      .default(2)
      .describe('answers garbled: 1 is mended by the re-prompt, 2 ends in GUARDRAIL'),
  }),
  z.strictObject({
    kind: z.literal('hold').describe('the first attempt stops inside this move, so that a kill lands there'),
    step: z.int().min(1),
    move: z.enum(MOVES),
    tool: z.string().describe('`model`, or the name of a tool'),
  }),
]);
export type Fault = z.infer<typeof Fault>;
export const Faults = z.array(Fault).max(20);
