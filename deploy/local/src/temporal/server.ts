import { type Child, startChild } from '../os/child.ts';
import { freePort, LOOPBACK } from '../os/ports.ts';
import type { StopStage } from '../os/stop.ts';
import { untilReady } from '../os/until.ts';
import { accountEnvironment } from './account.ts';
import { writeDynamicConfig } from './dynamic-config.ts';
import { ensureNamespace, serverAnswers } from './namespace.ts';
import { ensureSchema, forgetMembers } from './schema.ts';

export type TemporalOptions = {
  readonly dataDir: string;
  readonly port: number;
  readonly namespace: string;
  readonly server: string;
  readonly sqlTool: string;
  /** Connection strings of its two databases, on one server and role. */
  readonly databaseUrl: string;
  readonly visibilityUrl: string;
};

export type Temporal = { readonly child: Child; readonly address: string };

/** 0.8 s when the machine is idle; a busy two-core machine has needed ten times as long. */
const READY_WITHIN_MS = 60_000;

/** Temporal drains for some seconds on SIGTERM; its state is in Postgres, so a later SIGKILL loses nothing. */
const STOP: readonly StopStage[] = [{ signal: 'SIGTERM', graceMs: 8_000 }];

/** Fixed for the life of a database: the number of history shards cannot change later. */
const HISTORY_SHARDS = 4;

/** Starts the Temporal server on Postgres and resolves once the namespace can be used. */
export async function startTemporal(options: TemporalOptions): Promise<Temporal> {
  await Promise.all([
    ensureSchema(options.sqlTool, { url: options.databaseUrl, schema: 'temporal' }),
    ensureSchema(options.sqlTool, { url: options.visibilityUrl, schema: 'visibility' }),
  ]);
  await forgetMembers(options.databaseUrl);
  const child = await startChild({
    name: 'temporal',
    dataDir: options.dataDir,
    command: options.server,
    args: ['--allow-no-auth', 'start'],
    env: {
      ...databaseEnvironment(options),
      ...(await portEnvironment(options.port)),
      ...base(options.dataDir),
    },
    stop: STOP,
  });
  const address = `${LOOPBACK}:${options.port}`;
  await untilReady(child, 'waiting for an answer over gRPC', () => serverAnswers(address), READY_WITHIN_MS);
  await ensureNamespace(address, options.namespace, READY_WITHIN_MS);
  return { child, address };
}

function base(dataDir: string): Record<string, string> {
  return {
    ...accountEnvironment(),
    LOG_LEVEL: 'warn',
    NUM_HISTORY_SHARDS: String(HISTORY_SHARDS),
    BIND_ON_IP: LOOPBACK,
    TEMPORAL_BROADCAST_ADDRESS: LOOPBACK,
    DYNAMIC_CONFIG_FILE_PATH: writeDynamicConfig(dataDir),
  };
}

function databaseEnvironment(options: TemporalOptions): Record<string, string> {
  const url = new URL(options.databaseUrl);
  return {
    DB: 'postgres12',
    POSTGRES_SEEDS: url.hostname,
    DB_PORT: url.port === '' ? '5432' : url.port,
    POSTGRES_USER: decodeURIComponent(url.username),
    POSTGRES_PWD: decodeURIComponent(url.password),
    DBNAME: url.pathname.slice(1),
    VISIBILITY_DBNAME: new URL(options.visibilityUrl).pathname.slice(1),
    SQL_MAX_CONNS: '20',
  };
}

/** The server opens nine ports. Only the front door is at a known one, so that several servers fit on one machine. */
async function portEnvironment(port: number): Promise<Record<string, string>> {
  const inner = [
    'FRONTEND_HTTP_PORT',
    'FRONTEND_MEMBERSHIP_PORT',
    'MATCHING_GRPC_PORT',
    'MATCHING_MEMBERSHIP_PORT',
  ].concat(['HISTORY_GRPC_PORT', 'HISTORY_MEMBERSHIP_PORT', 'WORKER_GRPC_PORT', 'WORKER_MEMBERSHIP_PORT']);
  const chosen: Record<string, string> = { FRONTEND_GRPC_PORT: String(port) };
  for (const name of inner) chosen[name] = String(await freePort());
  return chosen;
}
