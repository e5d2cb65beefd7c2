import type { Agent } from '@checkpoint/agent';
import { extract } from './extract.ts';
import type { ProviderReply } from './provider.ts';
import type { ModelRequest } from './types.ts';

export type OfflineAgent = Pick<Agent, 'name' | 'offline'>;

/** The agent's rules, answering like a model: deterministic, without a network, free of cost. */
export function askOffline(agent: OfflineAgent, request: ModelRequest): ProviderReply {
  const turn =
    request.summarise === undefined
      ? agent.offline(request.messages, { step: request.step })
      : { text: extract(request.summarise), calls: [] };
  return {
    text: turn.text,
    calls: turn.calls.map((call) => ({ ...call })),
    finishReason: turn.calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    model: `${agent.name}-rules`,
  };
}
