import { TerminalError } from '@checkpoint/contracts';
import { generateText } from 'ai';
import { type CircuitOptions, createCircuit } from './circuit.ts';
import type { ModelProvider, ModelProviders } from './config.ts';
import { toModelMessages } from './conversation.ts';
import { ProviderFailure, providerFailure } from './failure.ts';
import { createModelSource, METADATA_KEY, type ModelSource } from './language-models.ts';
import { toToolSet } from './tool-schemas.ts';
import type { ModelRequest, ModelUsage, RawCall, RawReply } from './types.ts';

export type ProviderReply = Omit<RawReply, 'provider' | 'fallbacks'>;

/** One link of the chain. `ask` throws ProviderFailure, or the signal's reason when the caller gave up. */
export interface Provider {
  readonly name: string;
  ask(request: ModelRequest): Promise<ProviderReply>;
}

export interface ProviderDeps {
  /** The value of an environment variable, by name. Only the worker's config.ts reads the environment. */
  readonly secrets: (name: string) => string | undefined;
  readonly circuit?: CircuitOptions;
}

/**
 * The configured providers, each with its own circuit. Make them once per process: circuits and the names of served
 * models are shared by all runs. Throws TerminalError CONFIG_INVALID for a key that is not set.
 */
export function createProviders(configs: ModelProviders, deps: ProviderDeps): Provider[] {
  // The SDK would write its warnings to the console; a worker's output is JSON lines only.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return configs.map((config, index) => createProvider(config, apiKeyOf(config, index, deps), deps));
}

function createProvider(config: ModelProvider, apiKey: string | undefined, deps: ProviderDeps): Provider {
  const source = createModelSource(config, apiKey);
  const circuit = createCircuit(deps.circuit);
  return {
    name: config.name,
    ask: (request) => circuit(() => askOnce(config, apiKey, source, request)),
  };
}

async function askOnce(
  config: ModelProvider,
  apiKey: string | undefined,
  source: ModelSource,
  request: ModelRequest,
): Promise<ProviderReply> {
  request.signal.throwIfAborted();
  const timeout = AbortSignal.timeout(config.timeoutMs);
  try {
    return await generate(config, source, request, AbortSignal.any([request.signal, timeout]));
  } catch (thrown) {
    request.signal.throwIfAborted();
    source.forget();
    if (timeout.aborted) throw new ProviderFailure('TIMED_OUT', `no answer within ${config.timeoutMs} ms`);
    throw providerFailure(thrown, apiKey);
  }
}

/** For local models that were never taught native calls. The forms are those of text-calls.ts. */
const TEXT_CALL_HINT =
  'If you cannot call tools natively, answer with nothing but {"tool": "<name>", "args": {…}}, or {"calls": […]} for several.';

async function generate(
  config: ModelProvider,
  source: ModelSource,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ProviderReply> {
  const hinted = config.kind === 'openai-compatible' && request.tools.length > 0;
  const result = await generateText({
    model: await source.current(signal),
    instructions: hinted ? `${request.system}\n\n${TEXT_CALL_HINT}` : request.system,
    messages: toModelMessages(request.messages),
    ...(request.tools.length === 0 ? {} : { tools: toToolSet(request.tools), toolChoice: 'auto' as const }),
    ...(config.maxOutputTokens === undefined ? {} : { maxOutputTokens: config.maxOutputTokens }),
    // The next provider and Temporal retry; a retry in here would hide failures from both.
    maxRetries: 0,
    abortSignal: signal,
  });
  const withoutId = result.finalStep.providerMetadata?.[METADATA_KEY]?.callsWithoutId;
  return {
    text: result.text,
    calls: result.toolCalls.map((call, index): RawCall => {
      const named = { tool: call.toolName, args: call.input as unknown };
      return Array.isArray(withoutId) && withoutId.includes(index)
        ? named
        : { toolUseId: call.toolCallId, ...named };
    }),
    finishReason: result.finishReason,
    usage: usageOf(config, result.usage.inputTokens ?? 0, result.usage.outputTokens ?? 0),
    model: result.finalStep.response.modelId,
  };
}

function usageOf(config: ModelProvider, inputTokens: number, outputTokens: number): ModelUsage {
  const tokensPerPrice = 1_000_000;
  const costUsd =
    (inputTokens * config.inputUsdPerMTok + outputTokens * config.outputUsdPerMTok) / tokensPerPrice;
  return { inputTokens, outputTokens, costUsd };
}

function apiKeyOf(config: ModelProvider, index: number, deps: ProviderDeps): string | undefined {
  if (config.apiKeyEnv === undefined) return undefined;
  const apiKey = deps.secrets(config.apiKeyEnv);
  if (apiKey !== undefined && apiKey !== '') return apiKey;
  throw new TerminalError(
    'CONFIG_INVALID',
    `MODEL_PROVIDERS[${index}].apiKeyEnv is "${config.apiKeyEnv}", which is not set: set that variable for the worker, or remove provider "${config.name}"`,
    { variable: config.apiKeyEnv },
  );
}
