import type { AssistantMessage, Message, ToolMessage } from '@checkpoint/agent';
import { canonicalJson, InvariantError, type Json } from '@checkpoint/contracts';
import type { JSONValue, ModelMessage, ToolCallPart, ToolResultPart } from 'ai';

type ToolOutcome = ToolResultPart['output'];

/** What a call is told when no result was recorded: providers refuse a conversation with an open call. */
const NO_RESULT: ToolOutcome = { type: 'error-text', value: 'There is no result of this call.' };
const CHANGED_BY_A_PERSON = 'A person approved this call with other arguments than yours. It ran with these:';
/** Some providers refuse an empty message. */
const EMPTY_ANSWER = '(empty answer)';

/**
 * Our conversation as the AI SDK's messages. The same conversation gives the same bytes: results follow the turn that
 * asked for them, in the order of its calls, however the rows were read. Throws InvariantError for a result whose call
 * is not part of the conversation.
 */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role === 'tool') results.set(identity(message.step, message.toolUseId), message);
  }
  const converted = messages.flatMap((message): ModelMessage[] => {
    if (message.role === 'user') return [{ role: 'user', content: message.text }];
    return message.role === 'assistant' ? assistantTurn(message, results) : [];
  });
  const [orphan] = results.values();
  if (orphan !== undefined) {
    throw new InvariantError('a tool result has no call in the conversation', {
      step: orphan.step,
      toolUseId: orphan.toolUseId,
    });
  }
  return converted;
}

function assistantTurn(message: AssistantMessage, results: Map<string, ToolMessage>): ModelMessage[] {
  const text = message.text === '' && message.calls.length === 0 ? EMPTY_ANSWER : message.text;
  const calls = message.calls.map(
    (call, index): ToolCallPart => ({
      type: 'tool-call',
      toolCallId: providerCallId(message.step, index),
      toolName: call.tool,
      input: call.args,
    }),
  );
  const content = [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls];
  if (calls.length === 0) return [{ role: 'assistant', content }];
  const answers = message.calls.map((call, index): ToolResultPart => {
    const key = identity(message.step, call.toolUseId);
    const result = results.get(key);
    results.delete(key);
    return {
      type: 'tool-result',
      toolCallId: providerCallId(message.step, index),
      toolName: call.tool,
      output: result === undefined ? NO_RESULT : outcome(result),
    };
  });
  return [
    { role: 'assistant', content },
    { role: 'tool', content: answers },
  ];
}

function outcome(message: ToolMessage): ToolOutcome {
  return message.output.ok
    ? { type: 'json', value: told(message, message.output.value) }
    : { type: 'error-json', value: told(message, message.output.error) };
}

/** A model that asked for one thing must not believe that it got it when a person has changed it. */
function told({ ranWith }: ToolMessage, value: Json): JSONValue {
  if (ranWith === undefined) return jsonValue(value);
  return jsonValue({ note: CHANGED_BY_A_PERSON, arguments: ranWith, result: value });
}

/** Postgres keeps the order of keys of its own; the canonical form is the same wherever the value came from. */
function jsonValue(value: Json): JSONValue {
  return JSON.parse(canonicalJson(value)) as JSONValue;
}

/** Our ids are unique inside a step only, and may hold dots; providers want neither. */
function providerCallId(step: number, index: number): string {
  return `s${step}_${index + 1}`;
}

function identity(step: number, toolUseId: string): string {
  return `${step}:${toolUseId}`;
}
