/** A server on loopback that speaks Anthropic's messages protocol and answers by a script. */
import { type Handled, type Peer, startPeer } from './peer.ts';

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

export const anthropicAnswers = {
  message: (content: readonly Block[], stopReason = 'tool_use'): Handled => ({
    kind: 'reply',
    body: (request) => ({
      id: 'msg_peer',
      type: 'message',
      role: 'assistant',
      model: (request.body as { model: string }).model,
      content,
      stop_reason: stopReason,
      stop_sequence: null,
      usage: { input_tokens: 200, output_tokens: 50 },
    }),
  }),
  error: (status: number, message: string): Handled => ({
    kind: 'status',
    status,
    body: { type: 'error', error: { type: 'api_error', message } },
  }),
} as const;

/** Starts a peer on a free port of loopback. The last answer repeats. */
export function anthropicPeer(script: readonly Handled[]): Promise<Peer> {
  return startPeer({ path: '/v1/messages', script });
}
