import { GEN_AI, GEN_AI_METRICS, Histogram, type Registry } from '@checkpoint/telemetry';
import type { Ask, RawReply } from '../models/index.ts';

/** The buckets that the GenAI conventions recommend, seconds. */
const DURATION_BUCKETS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
/** The buckets that the GenAI conventions recommend, tokens: powers of four. */
const TOKEN_BUCKETS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];

const LABELS = ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_response_model'] as const;

/** Measures model calls under the names of the GenAI conventions, as OpenTelemetry writes them for Prometheus. */
export function createModelMetrics(registry: Registry): (ask: Ask) => Ask {
  const duration = new Histogram({
    name: GEN_AI_METRICS.operationDuration,
    help: 'How long a model call took, its fallbacks included, seconds.',
    labelNames: [...LABELS, 'error_type'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const tokens = new Histogram({
    name: GEN_AI_METRICS.tokenUsage,
    help: 'Tokens of a model call, by type.',
    labelNames: [...LABELS, 'gen_ai_token_type'],
    buckets: TOKEN_BUCKETS,
    registers: [registry],
  });
  const labels = (reply?: RawReply) => ({
    gen_ai_operation_name: GEN_AI.operations.chat,
    gen_ai_provider_name: reply?.provider ?? '',
    gen_ai_response_model: reply?.model ?? '',
  });
  duration.zero({ ...labels(), error_type: '' });
  for (const gen_ai_token_type of ['input', 'output']) tokens.zero({ ...labels(), gen_ai_token_type });
  return (ask) => async (request) => {
    const end = duration.startTimer();
    try {
      const reply = await ask(request);
      end({ ...labels(reply), error_type: '' });
      tokens.observe({ ...labels(reply), gen_ai_token_type: 'input' }, reply.usage.inputTokens);
      tokens.observe({ ...labels(reply), gen_ai_token_type: 'output' }, reply.usage.outputTokens);
      return reply;
    } catch (thrown) {
      end({ ...labels(), error_type: thrown instanceof Error ? thrown.name : 'unknown' });
      throw thrown;
    }
  };
}
