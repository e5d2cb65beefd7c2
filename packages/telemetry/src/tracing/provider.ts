import { setTimeout as delay } from 'node:timers/promises';
import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger.ts';
import { createIds } from './ids.ts';
import {
  COMPLAIN_EVERY_MS,
  EXPORT_TIMEOUT_MS,
  FLUSH_DELAY_MS,
  MAX_ATTRIBUTE_CHARS,
  MAX_EXPORT_SPANS,
  MAX_QUEUED_SPANS,
  STOP_TIMEOUT_MS,
} from './limits.ts';
import { turnOff, turnOn } from './spans.ts';
import type { Tracing, TracingOptions } from './tracing.ts';

/** Starts tracing in this process. Only `startTracing` calls it, so that a process without a collector loads none of this. */
export function startProvider(endpoint: string, options: TracingOptions): Tracing {
  const { service, instanceId, version, sampleRatio, log, attributes } = options;
  complainTo(log.child({ component: 'tracing' }));
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const ids = createIds(new RandomIdGenerator());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'checkpoint',
      'service.name': service,
      'service.instance.id': instanceId,
      'service.version': version,
      ...attributes,
    }),
    idGenerator: ids,
    // By the trace's id, which follows from the run's: every process decides alike about a run, without being told.
    sampler: new TraceIdRatioBasedSampler(sampleRatio),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: FLUSH_DELAY_MS,
        maxExportBatchSize: MAX_EXPORT_SPANS,
        maxQueueSize: MAX_QUEUED_SPANS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  trace.setGlobalTracerProvider(provider);
  turnOn(ids);
  return {
    async stop() {
      turnOff();
      const late = delay(STOP_TIMEOUT_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      trace.disable();
      context.disable();
    },
  };
}

/** The SDK's own complaints, of which the first in a minute is enough. */
function complainTo(log: Logger): void {
  let complainedMs = Number.NEGATIVE_INFINITY;
  const complain = (message: string): void => {
    const now = performance.now();
    if (now - complainedMs < COMPLAIN_EVERY_MS) return;
    complainedMs = now;
    log.warn(
      { problem: message.slice(0, MAX_ATTRIBUTE_CHARS) },
      'spans could not be sent; work goes on without them',
    );
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
