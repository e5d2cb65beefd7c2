/**
 * The one place that names the GenAI conventions, which are still in development and have changed names before.
 * Pinned: OpenTelemetry semantic conventions 1.41.0, the last release before they moved to a repository of their own.
 * Contents of prompts, arguments and answers are opt-in there and are never recorded here.
 */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0';

export const GEN_AI = {
  operationName: 'gen_ai.operation.name',
  operations: { invokeAgent: 'invoke_agent', executeTool: 'execute_tool', chat: 'chat' },
  agentName: 'gen_ai.agent.name',
  conversationId: 'gen_ai.conversation.id',
  providerName: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  errorType: 'error.type',
} as const;

/** The same conventions' metrics, as OpenTelemetry writes their names for Prometheus. */
export const GEN_AI_METRICS = {
  operationDuration: 'gen_ai_client_operation_duration_seconds',
  tokenUsage: 'gen_ai_client_token_usage',
} as const;

/** Attributes of ours, where the conventions have no name. */
export const CHECKPOINT = {
  runId: 'checkpoint.run.id',
  runStatus: 'checkpoint.run.status',
  step: 'checkpoint.step',
  activity: 'checkpoint.activity',
  attempt: 'checkpoint.attempt',
  attemptOutcome: 'checkpoint.attempt.outcome',
  workerId: 'checkpoint.worker.id',
  deathEvidence: 'checkpoint.death.evidence',
  effectKey: 'checkpoint.effect.key',
  effectEpoch: 'checkpoint.effect.epoch',
  effectOutcome: 'checkpoint.effect.outcome',
  /** What the tool reported of its send: done, refused, not_sent or ambiguous. */
  effectSent: 'checkpoint.effect.sent',
  /** True on a zero-length span: this attempt got the outcome of an earlier one and sent nothing. */
  fromJournal: 'checkpoint.from_journal',
  /** With it: how the effect had ended, applied or rejected. */
  storedState: 'checkpoint.effect.stored_state',
  /** What the receiver said to a probe: done, absent or cannotTell. */
  probeFound: 'checkpoint.probe.found',
  /** On a link: what the attempt that it leads to ended as, such as `died`. */
  linkOutcome: 'checkpoint.link.outcome',
} as const;
