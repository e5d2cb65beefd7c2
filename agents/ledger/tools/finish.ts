import type { FinishTool } from '@checkpoint/agent';
import { z } from 'zod';
import { paragraph } from '../../lib/text.ts';
import { Minor } from '../figures.ts';

const MAX_SUMMARY_CHARS = 4_000;

export const Result = z.strictObject({
  summary: paragraph(1, MAX_SUMMARY_CHARS).describe('what was booked and what needs a person'),
  documents: z.int().min(0).describe('documents booked'),
  flagged: z.array(z.string()).describe('documents whose sums do not add up'),
  totals: z.array(
    z.strictObject({
      currency: z.enum(['EUR', 'USD']),
      documents: z.int().min(0),
      statedMinor: Minor,
      computedMinor: Minor,
    }),
  ),
});
export type Result = z.infer<typeof Result>;

export const finish: FinishTool = {
  name: 'finish',
  description: 'Ends the run. Call it in the turn in which you book the last document.',
  input: Result,
};
