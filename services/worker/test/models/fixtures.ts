/** A small agent's tools and requests, for all tests of this folder. */
import type { Message } from '@checkpoint/agent';
import { z } from 'zod';
import { createModelChain } from '../../src/models/chain.ts';
import { DEFAULT_CIRCUIT } from '../../src/models/circuit.ts';
import { ModelProviders } from '../../src/models/config.ts';
import type { OfflineAgent } from '../../src/models/offline.ts';
import { createProviders, type ProviderDeps } from '../../src/models/provider.ts';
import type { Ask, ModelRequest, RawReply, ToolSpec } from '../../src/models/types.ts';

export const PAY: ToolSpec = {
  name: 'pay',
  description: 'Pays an amount to somebody.',
  inputSchema: z.object({ to: z.string().min(1), cents: z.int().min(1), note: z.string().optional() }),
  kind: 'effect',
};
export const LOOK: ToolSpec = {
  name: 'look',
  description: 'Looks something up.',
  inputSchema: z.object({ limit: z.int().optional() }),
  kind: 'read',
};
export const FINISH: ToolSpec = {
  name: 'finish',
  description: 'Ends the work.',
  inputSchema: z.object({ summary: z.string() }),
  kind: 'finish',
};
export const TOOLS = [PAY, LOOK, FINISH];

export function reply(part: Partial<RawReply> = {}): RawReply {
  return {
    text: '',
    calls: [],
    finishReason: 'stop',
    usage: { inputTokens: 1, outputTokens: 1, costUsd: 0 },
    provider: 'test',
    model: 'test',
    fallbacks: [],
    ...part,
  };
}

export const OPENING: readonly Message[] = [{ role: 'user', text: 'Pay Ann 5 dollars.' }];

/** The conversation after a step that paid. */
export const PAID: readonly Message[] = [
  ...OPENING,
  {
    role: 'assistant',
    step: 1,
    text: '',
    calls: [{ toolUseId: 'call.a', tool: 'pay', args: { to: 'Ann', cents: 500 } }],
  },
  {
    role: 'tool',
    step: 1,
    toolUseId: 'call.a',
    tool: 'pay',
    output: { ok: true, value: { receipt: 'r-1' } },
  },
];

export function request(part: Partial<ModelRequest> = {}): ModelRequest {
  return {
    runId: 'run-1',
    step: 1,
    system: 'You pay bills.',
    messages: OPENING,
    tools: TOOLS,
    signal: new AbortController().signal,
    ...part,
  };
}

/** Rules of the agent: it always looks. */
export const RULES: OfflineAgent = {
  name: 'payer',
  offline: (_messages, { step }) => ({ text: `step ${step} by rules`, calls: [{ tool: 'look', args: {} }] }),
};

export interface ChainOptions extends Partial<ProviderDeps> {
  readonly offline?: OfflineAgent;
}

/** A chain from configuration as an operator writes it. */
export function chainOf(providers: unknown, options: ChainOptions = {}): Ask {
  const { offline = RULES, ...deps } = options;
  const made = createProviders(ModelProviders.parse(providers), {
    secrets: () => undefined,
    circuit: DEFAULT_CIRCUIT,
    ...deps,
  });
  return createModelChain(made, { offline });
}
