import { asError, TerminalError } from '@checkpoint/contracts';
import { DefaultLogger, type LogEntry, Runtime } from '@temporalio/worker';
import type { Logger } from './logger.ts';

/** How often the core reports a worker to the server. The API finds the key to cancel a frozen worker's polls there. */
const WORKER_HEARTBEAT_INTERVAL = '1s';

export interface TemporalRuntimeOptions {
  readonly log: Logger;
  readonly level: string;
  /** Where the core serves its own metrics for Prometheus, `host:port`. Undefined: nowhere. */
  readonly metricsAddress?: string | undefined;
}

/**
 * Names and units as Prometheus wants them. Each is off by default, which gives milliseconds and names without `_total`
 * that neither our dashboard nor our alerts ask for.
 */
const PROMETHEUS_NAMES = {
  countersTotalSuffix: true,
  unitSuffix: true,
  useSecondsForDurations: true,
} as const;

/**
 * Wires the SDK to our log: its own lines and the core's go to `log`, as fields and a message. Call it once in a
 * process and before the first worker is made; a second call throws the SDK's IllegalStateError, and an address that
 * is taken PORT_TAKEN.
 */
export function installTemporalRuntime(options: TemporalRuntimeOptions): void {
  const log = options.log.child({ component: 'temporal' });
  install(options.metricsAddress, {
    logger: new DefaultLogger(sdkLevel(options.level), (entry) => forward(log, entry)),
    telemetryOptions: {
      logging: { filter: `WARN,temporalio=${sdkLevel(options.level)}`, forward: {} },
      ...(options.metricsAddress === undefined
        ? {}
        : { metrics: { prometheus: { bindAddress: options.metricsAddress, ...PROMETHEUS_NAMES } } }),
    },
    workerHeartbeatInterval: WORKER_HEARTBEAT_INTERVAL,
    // The service decides how it stops; the SDK's own handlers would race with it.
    shutdownSignals: [],
  });
}

function install(metricsAddress: string | undefined, runtime: Parameters<typeof Runtime.install>[0]): void {
  try {
    Runtime.install(runtime);
  } catch (thrown) {
    const { message } = asError(thrown);
    if (!/metrics exporter.*in use/i.test(message)) throw thrown;
    throw new TerminalError(
      'PORT_TAKEN',
      `CHECKPOINT_TEMPORAL_METRICS_PORT ${metricsAddress}: another process listens there; stop it, or set another port`,
      {},
      thrown,
    );
  }
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
