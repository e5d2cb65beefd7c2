/** The product's worker process with one more agent, which writes down every message that its model is sent. */
import { appendFileSync } from 'node:fs';
import { type Agent, defineAgent, defineTool, done } from '@checkpoint/agent';
import { agents } from '@checkpoint/agents';
import { z } from 'zod';

const Input = z.object({ steps: z.int().min(1) });
const file = process.env.SEEN_FILE ?? '';

/** Its results are longer than a model is shown whole. */
const dig = defineTool({
  name: 'dig',
  description: 'Digs.',
  input: z.object({ step: z.int() }),
  readOnly: true,
  execute: async ({ step }) => {
    // Long enough for a deploy to fall into the middle of a run.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return done({ found: Array.from({ length: 900 }, (_, at) => `layer ${step}.${at} holds sand and clay`) });
  },
});

const digger: Agent = defineAgent({
  name: 'digger',
  description: 'Digs once a step.',
  input: Input,
  settings: z.object({}),
  system: 'Dig.',
  opening: async (input) => JSON.stringify(input),
  tools: [dig],
  finish: { name: 'finish', description: 'Ends.', input: z.object({}) },
  offline(messages, { step }) {
    appendFileSync(file, `${JSON.stringify(messages)}\n`);
    const { steps } = Input.parse(JSON.parse(messages[0]?.role === 'user' ? messages[0].text : '{}'));
    if (step > steps) return { text: 'done', calls: [{ tool: 'finish', args: {}, toolUseId: 'finish' }] };
    return { text: 'next', calls: [{ tool: 'dig', args: { step }, toolUseId: 'dig' }] };
  },
});

(agents as Agent[]).push(digger);
await import('../../src/main.ts');
