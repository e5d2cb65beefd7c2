import { asError, RetryableError, type TemporalSecurity } from '@checkpoint/contracts';
import { Client, Connection, isGrpcServiceError } from '@temporalio/client';

export interface Temporal {
  readonly client: Client;
  readonly connection: Connection;
  readonly namespace: string;
  readonly taskQueue: string;
  /** Bytes: the server's `history.maximumBufferedEventsSizeInBytes`, where it is known. */
  readonly bufferedEventsLimit?: number | undefined;
}

export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly bufferedEventsLimit?: number | undefined;
  readonly security?: TemporalSecurity<Buffer> | undefined;
  /** Shown in Temporal's history for what this process asks for. */
  readonly identity: string;
}

/** Waits between tries to reach a server that is away, ms. gRPC's own go up to two minutes: too long for a restart. */
const FIRST_RECONNECT_MS = 200;
const MAX_RECONNECT_MS = 2_000;

/** Connects on the first call, so that the API starts, and says that it is not ready, while Temporal is away. */
export function openTemporal(options: TemporalOptions): Temporal {
  const connection = Connection.lazy({
    address: options.address,
    ...options.security,
    // A call that the server does not take fails at once. Our sweeps are the retries, and they know what is still due.
    interceptors: [],
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': FIRST_RECONNECT_MS,
      'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_MS,
    },
  });
  const client = new Client({ connection, namespace: options.namespace, identity: options.identity });
  const { namespace, taskQueue, bufferedEventsLimit } = options;
  return { client, connection, namespace, taskQueue, bufferedEventsLimit };
}

/** gRPC status codes that say "not now": CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE. */
const NOT_NOW: ReadonlySet<number> = new Set([1, 4, 8, 10, 13, 14]);
/** Asked again after this time, ms. */
const RETRY_AFTER_MS = 1_000;

/** True for an answer that says nothing about what was asked: the server was away, slow or overloaded. */
export function isTemporalAway(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (isGrpcServiceError(error)) return NOT_NOW.has(error.code);
    if (
      /Failed to connect before the deadline|Connection closed|Channel has been shut down/.test(error.message)
    ) {
      return true;
    }
  }
  return false;
}

/** Runs a call with a deadline. Throws TEMPORAL_UNAVAILABLE when the server does not answer, else what the SDK throws. */
export async function bounded<T>(temporal: Temporal, timeoutMs: number, call: () => Promise<T>): Promise<T> {
  try {
    return await temporal.connection.withDeadline(Date.now() + timeoutMs, call);
  } catch (thrown) {
    if (!isTemporalAway(thrown)) throw thrown;
    const why = asError(thrown).message;
    throw new RetryableError(
      'TEMPORAL_UNAVAILABLE',
      `Temporal does not answer: ${why}`,
      RETRY_AFTER_MS,
      {},
      thrown,
    );
  }
}
