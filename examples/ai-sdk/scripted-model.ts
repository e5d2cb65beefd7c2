import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { customProvider } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

/** A model by rules, so that the example runs offline: it asks for one refund, then says what came of it. */
export const scriptedModels = customProvider({
  languageModels: { clerk: new MockLanguageModelV4({ modelId: 'clerk', doGenerate: answer }) },
});

async function answer({ prompt }: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
  const results = prompt.flatMap((message) => (message.role === 'tool' ? message.content : []));
  if (results.length > 0) return turn('stop', { type: 'text', text: `Done: ${JSON.stringify(results)}` });
  const input = JSON.stringify({ charge: 'ch_17', amountMinor: 1_250 });
  return turn('tool-calls', { type: 'tool-call', toolCallId: 'call_1', toolName: 'refund', input });
}

function turn(
  unified: 'stop' | 'tool-calls',
  content: LanguageModelV4GenerateResult['content'][number],
): LanguageModelV4GenerateResult {
  return {
    content: [content],
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  };
}
