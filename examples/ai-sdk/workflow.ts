import { temporalProvider } from '@temporalio/ai-sdk/workflow';
import { proxyActivities } from '@temporalio/workflow';
import { generateText, isStepCount, tool } from 'ai';
import { z } from 'zod';
import { REFUND_OPTIONS } from '../temporal-activity/options.ts';
import type { RefundActivities } from '../temporal-activity/refund.ts';

/** Model calls of one request: a clerk that needs more goes in circles. */
const MAX_STEPS = 8;

const { refund } = proxyActivities<RefundActivities>(REFUND_OPTIONS);

/** Lets a model work on a request; what it refunds goes through the journal. Returns the model's last words. */
export async function refundClerk(request: string): Promise<string> {
  const failures: unknown[] = [];
  const { text } = await generateText({
    model: temporalProvider.languageModel('clerk'),
    instructions: 'You are a clerk. Refund what the customer is owed, once, and say what you did.',
    prompt: request,
    tools: {
      refund: tool({
        description: 'Refunds a charge to the card that paid it.',
        inputSchema: z.object({ charge: z.string(), amountMinor: z.int().positive() }),
        execute: async (order, { toolCallId, messages }) => {
          // Models repeat ids from answer to answer, so the answer is part of the name.
          const step = 1 + messages.filter((message) => message.role === 'assistant').length;
          try {
            return await refund({ step, id: toolCallId, order });
          } catch (thrown) {
            failures.push(thrown);
            throw thrown;
          }
        },
      }),
    },
    // The SDK shows a thrown error to the model, which would ask again under a new id: a new effect. So it ends here.
    stopWhen: [isStepCount(MAX_STEPS), () => failures.length > 0],
  });
  if (failures.length > 0) throw failures[0];
  return text;
}
