import { type Agent, defineAgent, defineTool, done } from '@checkpoint/agent';
import { z } from 'zod';

const Input = z.object({ steps: z.int().min(1) });
type Input = z.infer<typeof Input>;

/** Does nothing, through the journal. */
const act = defineTool({
  name: 'act',
  description: 'Does nothing.',
  input: z.object({ step: z.int() }),
  delivery: 'idempotent',
  execute: async ({ step }) => done({ step }),
});

/** Each step is one model call, answered by rules at once, and one tool call that does nothing. */
export const trivial: Agent = defineAgent<Input, Record<string, never>>({
  name: 'trivial',
  description: 'Takes steps that do nothing.',
  input: Input,
  settings: z.object({}),
  system: 'Take the next step.',
  opening: async (input) => JSON.stringify(input),
  plannedSteps: ({ steps }) => steps,
  tools: [act],
  finish: { name: 'finish', description: 'Ends the run.', input: z.object({}) },
  offline(messages, { step }) {
    const { steps } = Input.parse(JSON.parse(messages[0]?.role === 'user' ? messages[0].text : '{}'));
    const calls = [{ tool: 'act', args: { step }, toolUseId: 'act' }];
    // The last step acts and ends, so that a run has as many steps as it was asked for.
    if (step >= steps) calls.push({ tool: 'finish', args: {} as { step: number }, toolUseId: 'finish' });
    return { text: 'next', calls };
  },
});
