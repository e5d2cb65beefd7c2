import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelProvider, OpenAiCompatibleProvider } from './config.ts';
import { createServedModel } from './served-model.ts';

/** Key of what we add to a reply's provider metadata. */
export const METADATA_KEY = 'checkpoint';

export interface ModelSource {
  /** The model to ask. May ask the server which one it serves. */
  current(signal: AbortSignal): Promise<LanguageModel>;
  /** Called after a failure: the server may have been restarted with another model. */
  forget(): void;
}

/** One configured provider as models of the AI SDK. */
export function createModelSource(config: ModelProvider, apiKey: string | undefined): ModelSource {
  switch (config.kind) {
    case 'openai-compatible':
      return openAiCompatible(config, apiKey);
    case 'anthropic': {
      // Both are always given: left out, the SDK would read them from the environment.
      const anthropic = createAnthropic({ baseURL: config.baseUrl, apiKey: apiKey ?? '' });
      const model = anthropic(config.model);
      return { current: async () => model, forget: () => undefined };
    }
  }
}

function openAiCompatible(config: OpenAiCompatibleProvider, apiKey: string | undefined): ModelSource {
  const provider = createOpenAICompatible({
    name: config.name,
    baseURL: config.baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    metadataExtractor: {
      extractMetadata: async ({ parsedBody }) => ({
        [METADATA_KEY]: { callsWithoutId: callsWithoutId(parsedBody) },
      }),
      // Nothing is streamed: an answer is journaled whole or not at all.
      createStreamExtractor: () => ({ processChunk: () => undefined, buildMetadata: () => undefined }),
    },
  });
  if (config.model !== undefined) {
    const model = provider(config.model);
    return { current: async () => model, forget: () => undefined };
  }
  const served = createServedModel(config.baseUrl, apiKey);
  return { current: async (signal) => provider(await served.name(signal)), forget: served.forget };
}

/** Positions of calls that came without an id. The SDK gives them a random one, and an effect key has nothing random. */
function callsWithoutId(body: unknown): number[] {
  const message = (body as { choices?: { message?: { tool_calls?: unknown } }[] } | null)?.choices?.[0]
    ?.message;
  const calls = Array.isArray(message?.tool_calls) ? (message.tool_calls as { id?: unknown }[]) : [];
  return calls.flatMap((call, index) => (call?.id ? [] : [index]));
}
