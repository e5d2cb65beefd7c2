import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { maskUrlPasswords, REDACT_PATHS, REDACTED } from './redact.ts';
import { traceFields } from './tracing/spans.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  /** Name of the process in every line: `api`, `worker`. */
  readonly service: string;
  /** `trace` to `fatal`, or `silent`. */
  readonly level: string;
  /** Fields of every line: pod, node, build id. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** Where the lines go. Default: stdout, written synchronously. */
  readonly destination?: DestinationStream;
}

/**
 * JSON lines on stdout. The destination is synchronous, so that the last line before a kill survives. Secrets under
 * known keys are removed, and so is the password of every URL, whichever field or message it stands in.
 */
export function createLogger(options: LoggerOptions): Logger {
  const target = options.destination ?? destination({ fd: 1, sync: true });
  return pino(
    {
      level: options.level,
      base: { service: options.service, ...options.base },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACT_PATHS, censor: REDACTED },
      mixin: traceFields,
      formatters: { level: (label) => ({ level: label }) },
    },
    // The line is masked as a whole: a URL may stand in an error's text or in a field that nobody thought of.
    { write: (line: string) => target.write(maskUrlPasswords(line)) },
  );
}
