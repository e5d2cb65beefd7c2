export { type EventLoopWatch, watchEventLoop } from './event-loop.ts';
export { createLogger, type Logger, type LoggerOptions } from './logger.ts';
export {
  type MetricsServer,
  type MetricsServerOptions,
  type ProbeAnswer,
  serveMetrics,
} from './metrics-server.ts';
export { type PoolCounts, registerPoolMetrics } from './pool.ts';
export { maskUrlPasswords } from './redact.ts';
export {
  Counter,
  createRegistry,
  type DerivedHistogram,
  derivedCounter,
  derivedGauge,
  derivedHistogram,
  Gauge,
  Histogram,
  type HistogramReading,
  type Reading,
  type Registry,
} from './registry.ts';
export * from './tracing/index.ts';
