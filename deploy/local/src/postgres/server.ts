import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@checkpoint/contracts';
import pg from 'pg';
import { type Child, startChild } from '../os/child.ts';
import { LOOPBACK } from '../os/ports.ts';
import type { StopStage } from '../os/stop.ts';
import { type User, unprivilegedUser } from '../os/unprivileged.ts';
import { untilReady } from '../os/until.ts';
import { readablePostgres } from './binaries.ts';
import { postgresHome } from './home.ts';

export type PostgresOptions = {
  readonly dataDir: string;
  readonly port: number;
  readonly password: string;
  /** False only for tests: a crash of the machine may then lose data, which no test depends on. */
  readonly durable: boolean;
};

export type Postgres = { readonly child: Child; readonly adminUrl: string };

/** Recovery after a kill replays the log, so a start may take longer than the usual half second. */
const READY_WITHIN_MS = 60_000;

/** SIGINT is Postgres's "fast" shutdown, SIGQUIT its immediate one (recovery at the next start). */
const STOP: readonly StopStage[] = [
  { signal: 'SIGINT', graceMs: 10_000 },
  { signal: 'SIGQUIT', graceMs: 5_000 },
];

/** API, workers, Temporal (two pools of 20 and 10), witness and tests together stay well below. */
const MAX_CONNECTIONS = 300;

/** Starts PostgreSQL on loopback, creating its cluster the first time. Resolves once it answers a query. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const user = unprivilegedUser();
  const home = postgresHome(options.dataDir, user);
  const native = readablePostgres(user, home);
  const cluster = join(home, 'cluster');
  if (!existsSync(cluster)) createCluster(native, cluster, home, options.password, user);
  const child = await startChild({
    name: 'postgres',
    dataDir: options.dataDir,
    command: join(native, 'bin', 'postgres'),
    args: ['-D', cluster, ...settings(options)],
    env: POSTGRES_ENVIRONMENT,
    cwd: home,
    user,
    stop: STOP,
  });
  const adminUrl = `postgres://postgres:${options.password}@${LOOPBACK}:${options.port}/postgres`;
  await untilReady(child, 'waiting for a query to be answered', () => answers(adminUrl), READY_WITHIN_MS);
  return { child, adminUrl };
}

/** Nothing of the user's locale or PG* variables may reach the server. */
const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };

function settings(options: PostgresOptions): string[] {
  const values: Record<string, string> = {
    listen_addresses: LOOPBACK,
    port: String(options.port),
    // No socket file: its path has a length limit, and its folder would have to exist.
    unix_socket_directories: '',
    max_connections: String(MAX_CONNECTIONS),
    shared_buffers: '128MB',
    timezone: 'UTC',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function createCluster(
  native: string,
  cluster: string,
  home: string,
  password: string,
  user: User | undefined,
): void {
  const passwordFile = join(home, 'initial-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid);
  // Made aside and renamed, so that a first start which is killed in the middle leaves no half cluster.
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const args = ['-D', unfinished, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const made = spawnSync(join(native, 'bin', 'initdb'), [...args, ...locale], {
    ...user,
    env: POSTGRES_ENVIRONMENT,
    cwd: home,
    encoding: 'utf8',
  });
  rmSync(passwordFile);
  if (made.status !== 0) {
    throw new AppError('START_FAILED', `initdb failed: ${made.error?.message ?? made.stderr}`, { cluster });
  }
  renameSync(unfinished, cluster);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // A connection that is refused while the server starts must not end this process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } finally {
    await client.end();
  }
}
