import type { ModelChain } from './activities/call-model.ts';
import type { Begun } from './activities/context.ts';
import type { WorkerConfig } from './config.ts';
import { MODEL_SLACK_MS } from './limits.ts';
import { type Ask, createModelChain, createProviders } from './models/index.ts';

/** The chain of each agent: the configured providers, shared by all, and the agent's own rules as the last. */
export function createModels({
  modelProviders,
  secret,
  observe = (ask) => ask,
}: Pick<WorkerConfig, 'modelProviders' | 'secret'> & { readonly observe?: (ask: Ask) => Ask }): (
  begun: Begun,
) => ModelChain {
  const providers = createProviders(modelProviders, { secrets: secret });
  const timeoutMs = modelProviders.reduce((sum, provider) => sum + provider.timeoutMs, MODEL_SLACK_MS);
  const chains = new Map<string, ModelChain>();
  return ({ agent }) => {
    const known = chains.get(agent.name);
    if (known !== undefined) return known;
    const chain = { ask: observe(createModelChain(providers, { offline: agent })), timeoutMs };
    chains.set(agent.name, chain);
    return chain;
  };
}
