export { createLogger, type Logger, type LoggerOptions } from './logger.ts';
export { maskUrlPasswords } from './redact.ts';
export {
  createRegistry,
  type DerivedHistogram,
  derivedCounter,
  derivedGauge,
  derivedHistogram,
  type HistogramReading,
  type Reading,
  type Registry,
} from './registry.ts';
