import type { FinishTool } from '@checkpoint/agent';
import { z } from 'zod';
import { paragraph } from '../../lib/text.ts';
import { RULE_NAMES } from '../rules.ts';

const MAX_SUMMARY_CHARS = 4_000;

export const Result = z.strictObject({
  summary: paragraph(1, MAX_SUMMARY_CHARS).describe('what was refunded, what was declined and why'),
  totals: z
    .array(
      z.strictObject({
        currency: z.enum(['EUR', 'USD']),
        refunds: z.int().min(1),
        refundedMinor: z.int().min(1).describe('whole minor units'),
      }),
    )
    .describe('refunds that the tool confirmed, by currency'),
  declined: z.array(z.strictObject({ case: z.string(), rule: z.enum(RULE_NAMES) })),
  failed: z.array(z.string()).describe('cases whose refund was allowed and did not go through'),
});
export type Result = z.infer<typeof Result>;

export const finish: FinishTool = {
  name: 'finish',
  description: 'Ends the run. Call it in the turn in which you decide the last case.',
  input: Result,
};
