import type { Message, ModelTurn, ToolMessage } from '@checkpoint/agent';
import { refunds } from '../index.ts';
import type { RefundsInput } from '../input.ts';

type Output = ToolMessage['output'];
export type Call = ModelTurn['calls'][number];

/** Whether a call ends a run: finish is honoured only beside calls that went well. */
export interface Ended {
  readonly steps: number;
  readonly result: unknown;
  readonly texts: readonly string[];
}

/**
 * The loop of a worker with the offline policy: read-only calls and effects by `answer`, until a finish is honoured.
 * Later turns see no card number in the arguments, as in a worker. Throws when the run takes more than `maxSteps`.
 */
export async function runOffline(
  input: RefundsInput,
  answer: (call: Call, step: number) => Promise<Output>,
  maxSteps: number,
): Promise<Ended> {
  const messages: Message[] = [{ role: 'user', text: await refunds.opening(input) }];
  const texts: string[] = [];
  for (let step = 1; step <= maxSteps; step += 1) {
    const turn = refunds.offline(messages, { step });
    texts.push(turn.text);
    const outputs = await answerAll(turn, step, answer);
    const finish = turn.calls.find((call) => call.tool === 'finish');
    if (finish !== undefined && outputs.every(({ output }) => output.ok)) {
      return { steps: step, result: finish.args, texts };
    }
    const calls = turn.calls.map(({ tool, args }) => ({
      toolUseId: tool,
      tool,
      args: masked(args) as never,
    }));
    messages.push({ role: 'assistant', step, text: turn.text, calls }, ...outputs);
  }
  throw new Error(`the run did not end in ${maxSteps} steps: ${texts.join(' | ')}`);
}

async function answerAll(
  turn: ModelTurn,
  step: number,
  answer: (call: Call, step: number) => Promise<Output>,
): Promise<ToolMessage[]> {
  const answers: ToolMessage[] = [];
  for (const call of turn.calls.filter(({ tool }) => tool !== 'finish')) {
    const { tool } = call;
    answers.push({ role: 'tool', step, toolUseId: tool, tool, output: await answer(call, step) });
  }
  return answers;
}

function masked(args: unknown): unknown {
  return { ...(args as object), cardNumber: '[secret]' };
}
