import { asError, RetryableError } from '@checkpoint/contracts';
import { OFFLINE_PROVIDER } from './config.ts';
import { PROVIDER_RETRY_MS, ProviderFailure } from './failure.ts';
import { askOffline, type OfflineAgent } from './offline.ts';
import type { Provider, ProviderReply } from './provider.ts';
import type { Ask, Fallback, ModelRequest, RawReply } from './types.ts';

/**
 * Asks the providers in order until one answers; the agent's own rules are the last. Each failure is recorded in
 * `fallbacks` with a code and a message that holds no secret. Throws the signal's reason as soon as it is aborted, and
 * RetryableError NO_PROVIDER when the rules fail as well.
 */
export function createModelChain(
  providers: readonly Provider[],
  { offline }: { offline: OfflineAgent },
): Ask {
  const chain: Provider[] = [
    ...providers,
    { name: OFFLINE_PROVIDER, ask: async (request) => askOffline(offline, request) },
  ];
  return async (request) => {
    const fallbacks: Fallback[] = [];
    for (const provider of chain) {
      const reply = await tryProvider(provider, request, fallbacks);
      if (reply !== undefined) return plain({ ...reply, provider: provider.name, fallbacks });
    }
    const tried = fallbacks.map((fallback) => `${fallback.provider}: ${fallback.code}, ${fallback.message}`);
    throw new RetryableError(
      'NO_PROVIDER',
      `no model provider answered step ${request.step} (${tried.join('; ')})`,
      PROVIDER_RETRY_MS,
      { fallbacks },
    );
  };
}

async function tryProvider(
  provider: Provider,
  request: ModelRequest,
  fallbacks: Fallback[],
): Promise<ProviderReply | undefined> {
  request.signal.throwIfAborted();
  try {
    return await provider.ask(request);
  } catch (thrown) {
    request.signal.throwIfAborted();
    const error = asError(thrown);
    const code = error instanceof ProviderFailure ? error.reason : 'FAILED';
    fallbacks.push({ provider: provider.name, code, message: error.message });
    return undefined;
  }
}

/** What the journal would give back: no undefined fields, no class instances. */
function plain(reply: RawReply): RawReply {
  return JSON.parse(JSON.stringify(reply)) as RawReply;
}
