import type { Message, ToolMessage } from '@checkpoint/agent';

/** The answers of the newest step that called tools. */
export function lastStep(messages: readonly Message[]): readonly ToolMessage[] {
  const answers = messages.filter((message) => message.role === 'tool');
  const step = Math.max(0, ...answers.map((answer) => answer.step));
  return answers.filter((answer) => answer.step === step);
}

/** True when the newest turn asked for this tool. */
export function askedLast(messages: readonly Message[], tool: string): boolean {
  const turn = messages.findLast((message) => message.role === 'assistant');
  return turn?.calls.some((call) => call.tool === tool) ?? false;
}

/** What this tool returned last, or undefined when it never went well. */
export function lastAnswer(messages: readonly Message[], tool: string): unknown {
  const answer = messages.findLast(
    (message) => message.role === 'tool' && message.tool === tool && message.output.ok,
  );
  return answer?.role === 'tool' && answer.output.ok ? answer.output.value : undefined;
}
