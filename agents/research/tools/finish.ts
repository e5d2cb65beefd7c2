import type { FinishTool } from '@checkpoint/agent';
import { z } from 'zod';
import { paragraph } from '../../lib/text.ts';

export const Quote = z.strictObject({
  document: z.string().min(1).max(64),
  quote: z.string().min(1).max(1_000).describe('word for word'),
});

const MAX_ANSWER_CHARS = 4_000;

export const Answer = z.strictObject({
  answer: paragraph(1, MAX_ANSWER_CHARS).describe(
    'what the documents say, or that they say nothing about it',
  ),
  quotes: z.array(Quote).max(10).describe('what the answer rests on, checked with check_quotes'),
});
export type Answer = z.infer<typeof Answer>;

export const finish: FinishTool = {
  name: 'finish',
  description:
    'Ends the run with the answer. Every statement of it rests on a quote that check_quotes has found.',
  input: Answer,
};
