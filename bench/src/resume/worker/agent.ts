import { setTimeout as delay } from 'node:timers/promises';
import { type Agent, defineAgent, defineTool, done, NotSent } from '@checkpoint/agent';
import { EFFECT_EPOCH_HEADER, EFFECT_KEY_HEADER } from '@checkpoint/contracts';
import { z } from 'zod';

const Input = z.object({
  /** Steps that act; the last one is followed by the finish. */
  steps: z.int().min(1),
  /** Milliseconds that the tool works before it sends. */
  toolMs: z.int().min(1),
  /** From this step on the run asks for something that only a person can resolve, and waits. 0: never. */
  parkAt: z.int().min(0).default(0),
});
type Input = z.infer<typeof Input>;

const Settings = z.object({ fileStoreUrl: z.url() });
type Settings = z.infer<typeof Settings>;

/** Works for a while, then stores one file of its own step at the witness: an effect that is safe to send again. */
const act = defineTool<{ step: number }, Settings>({
  name: 'act',
  description: 'Works, then stores a file.',
  input: z.object({ step: z.int() }),
  delivery: 'idempotent',
  async execute({ step }, context) {
    await delay((context.agentInput as Input).toolMs, undefined, { signal: context.signal });
    const path = `/files/${context.runId}/step-${step}`;
    const response = await fetch(new URL(path, context.settings.fileStoreUrl), {
      method: 'PUT',
      headers: {
        'content-type': 'text/plain',
        [EFFECT_KEY_HEADER]: context.key,
        [EFFECT_EPOCH_HEADER]: String(context.epoch),
      },
      body: context.bytes,
      signal: context.signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new NotSent(`the witness answered ${response.status}`);
    return done({ path }, { providerRef: path });
  },
});

/** Cannot be repeated and never hears an answer: its outcome is unknown until somebody resolves it. */
const ask = defineTool<{ step: number }, Settings>({
  name: 'ask',
  description: 'Asks a person.',
  input: z.object({ step: z.int() }),
  execute: async () => {
    throw new Error('nobody answered: the outcome is unknown');
  },
});

/** The agent that the benchmark runs: each step is one model call, answered by rules at once, and one tool call. */
export const stepper: Agent = defineAgent<Input, Settings>({
  name: 'stepper',
  description: 'Takes steps of a known length.',
  input: Input,
  settings: Settings,
  system: 'Take the next step.',
  opening: async (input) => JSON.stringify(input),
  plannedSteps: ({ steps }) => steps,
  tools: [act, ask],
  finish: { name: 'finish', description: 'Ends the run.', input: z.object({}) },
  contextSteps: 1,
  offline(messages, { step }) {
    const { steps, parkAt } = Input.parse(JSON.parse(messages[0]?.role === 'user' ? messages[0].text : '{}'));
    if (step > steps) return { text: 'done', calls: [{ tool: 'finish', args: {} }] };
    const tool = parkAt > 0 && step >= parkAt ? 'ask' : 'act';
    return { text: 'next', calls: [{ tool, args: { step }, toolUseId: tool }] };
  },
});
