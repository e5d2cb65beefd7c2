import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REPOSITORY, readConfig, removeData, type Stack, startStack } from '@checkpoint/local';
import { workflowsPath } from '@checkpoint/worker/bundle';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import pg from 'pg';
import { MODES, type Mode, type ModeName } from './modes.ts';

export const WORKER_ENTRY: string = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
export const TASK_QUEUE = 'checkpoint';

/** Connections of the benchmark to each database: a handful of queries at once, off the measured path. */
const POOL_SIZE = 4;

/** The servers of this benchmark, and what it sees of them. */
export interface World {
  readonly stack: Stack;
  readonly temporal: Client;
  /** The journal of the runs that the API mends. */
  readonly db: pg.Pool;
  /** A second journal, which no API looks at: there a death is mended by Temporal's time-outs alone. */
  readonly bare: pg.Pool;
  readonly bareUrl: string;
  readonly witness: pg.Pool;
  /** File with the workflows of a mode. */
  bundleOf(mode: Mode): string;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Name of the folder below CHECKPOINT_DATA. */
  readonly folder: string;
  readonly modes: readonly ModeName[];
  readonly apiEnvironment?: Readonly<Record<string, string>>;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Starts a stack of its own on free ports, empty, with workers that know the benchmark's agent. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const dataDir = join(readConfig().dataDir, options.folder);
  removeData(dataDir);
  const stack = await startStack({
    dataDir,
    ports: 'free',
    withoutUi: true,
    apiEnvironment: { CHECKPOINT_WORKER_ENTRY: WORKER_ENTRY, ...options.apiEnvironment },
    report: options.report,
    signal: options.signal,
  });
  try {
    const bareUrl = await createBareDatabase(stack);
    const bundles = new Map<ModeName, string>();
    for (const name of options.modes) {
      const file = await bundle(stack, MODES[name]);
      if (file !== undefined) bundles.set(name, file);
    }
    const connection = await Connection.connect({ address: stack.temporalAddress });
    const pools = {
      db: pool(stack.databaseUrl),
      bare: pool(bareUrl),
      witness: pool(stack.witnessDatabaseUrl),
    };
    return {
      stack,
      temporal: new Client({ connection, namespace: stack.namespace }),
      ...pools,
      bareUrl,
      bundleOf: ({ name }) => bundles.get(name) ?? join(dataDir, 'workflow-bundle.js'),
      async close() {
        await Promise.all(Object.values(pools).map((each) => each.end()));
        await connection.close();
        await stack.stop();
      },
    };
  } catch (thrown) {
    await stack.stop();
    throw thrown;
  }
}

function pool(connectionString: string): pg.Pool {
  const made = new pg.Pool({ connectionString, max: POOL_SIZE });
  made.on('error', () => undefined);
  return made;
}

/** The superuser of the embedded Postgres makes it; its role and tables are those of the product. */
async function createBareDatabase(stack: Stack): Promise<string> {
  const secrets = JSON.parse(readFileSync(join(stack.dataDir, 'secrets.json'), 'utf8')) as {
    postgres: string;
  };
  const admin = new URL(stack.databaseUrl);
  Object.assign(admin, { username: 'postgres', password: secrets.postgres, pathname: '/postgres' });
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query('CREATE DATABASE bare OWNER checkpoint');
  await client.end();
  const url = new URL(stack.databaseUrl);
  url.pathname = '/bare';
  const migrate = spawn(process.execPath, [join(REPOSITORY, 'services/api/src/migrate.ts')], {
    env: { ...process.env, DATABASE_URL: url.href },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(migrate, 'exit')) as [number];
  if (code !== 0) throw new Error(`the migrations of the second journal ended with exit code ${code}`);
  return url.href;
}

async function bundle(stack: Stack, mode: Mode): Promise<string | undefined> {
  if (mode.interceptors === undefined) return undefined;
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [mode.interceptors],
    logger: new DefaultLogger('WARN'),
  });
  const file = join(stack.dataDir, `workflow-bundle-${mode.name}.js`);
  writeFileSync(file, code);
  return file;
}
