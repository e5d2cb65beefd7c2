import { join } from 'node:path';
import { freePort, readConfig, startTestServers, type TestServers } from '@checkpoint/local';
import pg from 'pg';

/** Servers of the benchmark's own, with commits that reach the disk. */
export interface BenchServers extends TestServers {
  /** Of Postgres's first process: its children are the connections. */
  readonly postgresPid: number;
  readonly dataDir: string;
  /** Makes an empty database, and returns its address as a superuser. */
  createDatabase(name: string): Promise<string>;
}

/** Starts Postgres and Temporal on free ports in `<data>/bench`, empty. Throws when a benchmark already runs there. */
export async function startBenchServers(
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<BenchServers> {
  const config = readConfig();
  const dataDir = join(config.dataDir, 'bench');
  const servers = await startTestServers({
    dataDir,
    cacheDir: config.cacheDir,
    path: config.path,
    postgresPort: await freePort(),
    temporalPort: await freePort(),
    fresh: true,
    durable: true,
    report,
    signal,
  });
  try {
    return { ...servers, dataDir, ...(await inspect(servers.postgresUrl)) };
  } catch (thrown) {
    await servers.stop();
    throw thrown;
  }
}

async function inspect(url: string): Promise<Pick<BenchServers, 'postgresPid' | 'createDatabase'>> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ fsync: string; commit: string; pid: string }>(
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
    );
    const found = rows[0];
    if (found?.fsync !== 'on' || found.commit !== 'on') throw new Error('the bench needs a durable Postgres');
    return { postgresPid: Number(found.pid), createDatabase: (name) => createDatabase(url, name) };
  } finally {
    await admin.end();
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)}`);
  } finally {
    await admin.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
