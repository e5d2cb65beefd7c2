import type { Message } from '@checkpoint/agent';
import { GuardrailError } from '@checkpoint/contracts';
import { type Decoded, type DecodeOptions, decode } from './decode.ts';
import type { DecodedTurn, ModelRequest, RawReply } from './types.ts';

export interface TakeTurn {
  readonly request: ModelRequest;
  /** One model call. The ordinal names it for ever: 1 is the first, 2 the one after the corrective re-prompt. */
  readonly ask: (request: ModelRequest, ordinal: 1 | 2) => Promise<RawReply>;
  readonly options?: DecodeOptions;
}

export interface TakenTurn {
  readonly turn: DecodedTurn;
  readonly replies: readonly RawReply[];
  /** Corrective re-prompts that were needed: 0 or 1. */
  readonly reprompts: number;
}

/**
 * One turn of the model: an answer and, if it is unusable, one corrective re-prompt. Throws GuardrailError, which
 * keeps the first 500 characters of the last answer, when the second is unusable too, and whatever `ask` throws.
 */
export async function takeTurn({ request, ask, options }: TakeTurn): Promise<TakenTurn> {
  const first = await ask(request, 1);
  const decoded = decode(first, request.tools, options);
  if (decoded.ok) return { turn: decoded.turn, replies: [first], reprompts: 0 };

  const second = await ask(reprompt(request, decoded), 2);
  const again = decode(second, request.tools, options);
  if (again.ok) return { turn: again.turn, replies: [first, second], reprompts: 1 };
  throw new GuardrailError(
    `step ${request.step}: two answers of ${second.provider}/${second.model} were unusable: ${again.problem}`,
    again.rawText,
  );
}

/** The same request, with the unusable answer and what is wrong with it. A function of both, so it can be replayed. */
export function reprompt(request: ModelRequest, failed: Extract<Decoded, { ok: false }>): ModelRequest {
  const added: Message[] = [
    { role: 'assistant', step: request.step, text: failed.rawText, calls: [] },
    {
      role: 'user',
      text: `Your last answer cannot be used: ${failed.problem}\nNothing of it was carried out. Answer again, complete. If you write a tool call as text, write only {"tool": "<name>", "args": {…}}.`,
    },
  ];
  return { ...request, messages: [...request.messages, ...added] };
}
