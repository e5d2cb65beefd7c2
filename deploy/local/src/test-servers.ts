import { lockDataDir } from './os/lock.ts';
import { databaseUrls } from './parts/databases.ts';
import { openTemporal } from './parts/temporal.ts';
import { EMBEDDED_NAMES, ensureDatabases } from './postgres/databases.ts';
import { removeData } from './postgres/home.ts';
import { startPostgres } from './postgres/server.ts';
import { secretsOf } from './secrets.ts';
import { stopEverything } from './stopping.ts';
import { provideTemporal, type TemporalSource, waysOf } from './temporal/provide.ts';

export type TestServersOptions = {
  readonly dataDir: string;
  readonly cacheDir: string;
  readonly path: string;
  readonly postgresPort: number;
  readonly temporalPort: number;
  /** Begins with empty databases. */
  readonly fresh?: boolean;
  /** True for benchmarks: commits reach the disk, as they do in the stack. Default false. */
  readonly durable?: boolean;
  readonly report: (line: string) => void;
  /** Aborts the start; what was started is stopped. */
  readonly signal: AbortSignal;
};

export type TestServers = {
  /** May create databases. */
  readonly postgresUrl: string;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** Undefined when it is the user's own server. */
  readonly temporalPid: number | undefined;
  stop(): Promise<void>;
};

const NAMESPACE = 'checkpoint';

/** Postgres and Temporal alone, for tests and benchmarks, with the roles that migrations grant to. */
export async function startTestServers(options: TestServersOptions): Promise<TestServers> {
  const { dataDir, cacheDir, path, report, signal } = options;
  const release = lockDataDir(dataDir);
  const stop = async () => {
    await stopEverything(dataDir);
    release();
  };
  const abort = () => void stopEverything(dataDir);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await stopEverything(dataDir);
    if (options.fresh) removeData(dataDir);
    const source = await provideTemporal(undefined, waysOf(cacheDir, path, report, signal));
    const { postgresUrl, temporalAddress, temporalPid } = await start(options, source);
    signal.throwIfAborted();
    return { postgresUrl, temporalAddress, temporalPid, temporalNamespace: NAMESPACE, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function start(options: TestServersOptions, source: TemporalSource) {
  const { dataDir, postgresPort } = options;
  const secrets = secretsOf(dataDir);
  const password = secrets.postgres;
  const durable = options.durable ?? false;
  const postgres = await startPostgres({ dataDir, port: postgresPort, password, durable });
  await ensureDatabases(postgres.adminUrl, EMBEDDED_NAMES, secrets);
  let temporalPid: number | undefined;
  const temporalAddress = await openTemporal(
    { dataDir, namespace: NAMESPACE, port: options.temporalPort },
    source,
    databaseUrls(postgres.adminUrl, EMBEDDED_NAMES, secrets),
    (child) => {
      temporalPid = child.mark.pid;
    },
  );
  return { postgresUrl: postgres.adminUrl, temporalAddress, temporalPid };
}
