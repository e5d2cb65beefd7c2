import { z } from 'zod';
import { EFFECT_STATES } from '../states.ts';
import { ApprovalOutcome } from './approvals.ts';
import { EffectResolution } from './run-parts.ts';

/** RFC 9457 problem details. `type` is the path of the code's page. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  instance: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** EFFECT_RESOLVED: the decision that stands. */
  resolution: EffectResolution.omit({ reason: true }).optional(),
  /** APPROVAL_DECIDED, APPROVAL_EXPIRED: the decision that stands. */
  outcome: ApprovalOutcome.pick({ decision: true, decidedBy: true, decidedAt: true }).optional(),
  /** EFFECT_NOT_UNKNOWN: the state in which the effect is. */
  state: z.enum(EFFECT_STATES).optional(),
});
export type Problem = z.infer<typeof Problem>;
