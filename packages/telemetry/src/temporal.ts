import { DefaultLogger, type LogEntry, Runtime } from '@temporalio/worker';
import type { Logger } from './logger.ts';

/** How often the core reports a worker to the server. The API finds the key to cancel a frozen worker's polls there. */
const WORKER_HEARTBEAT_INTERVAL = '1s';

/**
 * Wires the SDK to our log: its own lines and the core's go to `log`, as fields and a message. Call it once in a
 * process and before the first worker is made; a second call throws the SDK's IllegalStateError.
 */
export function installTemporalRuntime(options: { readonly log: Logger; readonly level: string }): void {
  const log = options.log.child({ component: 'temporal' });
  Runtime.install({
    logger: new DefaultLogger(sdkLevel(options.level), (entry) => forward(log, entry)),
    telemetryOptions: { logging: { filter: `WARN,temporalio=${sdkLevel(options.level)}`, forward: {} } },
    workerHeartbeatInterval: WORKER_HEARTBEAT_INTERVAL,
    // The service decides how it stops; the SDK's own handlers would race with it.
    shutdownSignals: [],
  });
}

type SdkLevel = 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';

function sdkLevel(level: string): SdkLevel {
  const upper = level.toUpperCase();
  if (upper === 'TRACE' || upper === 'DEBUG' || upper === 'INFO' || upper === 'WARN') return upper;
  return 'ERROR';
}

function forward(log: Logger, entry: LogEntry): void {
  const fields = { ...entry.meta };
  const write = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
  log[write[entry.level]](fields, entry.message);
}
