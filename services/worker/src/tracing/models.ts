import { GEN_AI, inSpan, isTracing } from '@checkpoint/telemetry';
import type { Ask } from '../models/index.ts';

/** A model call in a span: which model answered, and for how many tokens. Never what was asked or answered. */
export function tracedAsk(ask: Ask): Ask {
  if (!isTracing()) return ask;
  const { chat } = GEN_AI.operations;
  return (request) =>
    inSpan(chat, { kind: 'client', attributes: { [GEN_AI.operationName]: chat } }, async (span) => {
      const reply = await ask(request);
      span.updateName(`${chat} ${reply.model}`);
      span.setAttributes({
        [GEN_AI.conversationId]: request.runId,
        [GEN_AI.providerName]: reply.provider,
        [GEN_AI.requestModel]: reply.model,
        [GEN_AI.responseModel]: reply.model,
        [GEN_AI.finishReasons]: [reply.finishReason],
        [GEN_AI.inputTokens]: reply.usage.inputTokens,
        [GEN_AI.outputTokens]: reply.usage.outputTokens,
      });
      for (const { provider, code } of reply.fallbacks) span.addEvent('fallback', { provider, code });
      return reply;
    });
}
