import type { Child } from './os/child.ts';
import { lockDataDir } from './os/lock.ts';
import { stopLeftOvers } from './os/pid-files.ts';
import { EMBEDDED_NAMES, ensureDatabases, urlFor } from './postgres/databases.ts';
import { startPostgres } from './postgres/server.ts';
import { secretsOf } from './secrets.ts';
import { startTemporal } from './temporal/server.ts';

export type ServersOptions = {
  readonly dataDir: string;
  readonly postgresPort: number;
  readonly temporalPort: number;
  readonly binaries: { readonly server: string; readonly sqlTool: string };
};

export type TestServers = {
  readonly postgresUrl: string;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  readonly children: readonly Child[];
  stop(): Promise<void>;
};

const NAMESPACE = 'checkpoint';

/** Postgres and Temporal alone, for tests: not durable, and with the roles that migrations grant to. */
export async function startTestServers(options: ServersOptions): Promise<TestServers> {
  const { dataDir, postgresPort, temporalPort, binaries } = options;
  const release = lockDataDir(dataDir);
  const children: Child[] = [];
  const stop = async () => {
    for (const child of children.reverse()) await child.stop();
    release();
  };
  try {
    await stopLeftOvers(dataDir);
    const secrets = secretsOf(dataDir);
    const postgres = await startPostgres({
      dataDir,
      port: postgresPort,
      password: secrets.postgres,
      durable: false,
    });
    children.push(postgres.child);
    await ensureDatabases(postgres.adminUrl, EMBEDDED_NAMES, secrets);
    const url = (database: string) =>
      urlFor(postgres.adminUrl, database, EMBEDDED_NAMES.temporal, secrets.temporal);
    const temporal = await startTemporal({
      dataDir,
      port: temporalPort,
      namespace: NAMESPACE,
      ...binaries,
      databaseUrl: url(EMBEDDED_NAMES.temporal),
      visibilityUrl: url(EMBEDDED_NAMES.temporalVisibility),
    });
    children.push(temporal.child);
    return {
      postgresUrl: postgres.adminUrl,
      temporalAddress: temporal.address,
      temporalNamespace: NAMESPACE,
      children,
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
