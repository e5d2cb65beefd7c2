export { type AttemptEnd, type AttemptTold, startAttemptSpan, tellAttempt } from './attempts.ts';
export { CHECKPOINT, GEN_AI, GEN_AI_METRICS, SCHEMA_URL } from './gen-ai.ts';
export { type AttemptPlace, attemptSpanIdOf, runSpanIdOf, traceIdOf } from './ids.ts';
export {
  type Attributes,
  activeSpan,
  inSpan,
  isTracing,
  type Link,
  linkToAttempt,
  markSpan,
  type Span,
  type SpanOptions,
  startSpan,
  tellError,
  withSpan,
} from './spans.ts';
export { podAttributes, startTracing, type Tracing, type TracingOptions } from './tracing.ts';
