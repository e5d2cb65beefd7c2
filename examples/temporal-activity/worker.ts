import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { WorkerId } from '@checkpoint/contracts';
import { createJournal, type MoveHook, startLease } from '@checkpoint/journal';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import pg from 'pg';
import { type ExampleConfig, readConfig } from '../config.ts';
import { createActivities } from './refund.ts';

/** Connections that effects share. A tool that runs holds none. */
const POOL_SIZE = 4;
/** Exit code of a worker that learns that it was certified dead. */
const EXIT_CERTIFIED_DEAD = 70;

export interface RunOptions extends ExampleConfig {
  readonly workflowsPath?: string;
  readonly plugins?: NonNullable<WorkerOptions['plugins']>;
  /** How a test holds the worker at a named place of the protocol. */
  readonly atMove?: MoveHook;
}

/** Runs a worker whose activities go through the journal, until SIGINT or SIGTERM. */
export async function runWorker(options: RunOptions): Promise<void> {
  const { databaseUrl, providerUrl, bootId, temporal, atMove } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  const beats = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // A connection that breaks while idle is replaced by the next query.
  for (const each of [pool, beats]) each.on('error', () => undefined);
  const workerId = WorkerId.parse(`${hostname()}/${bootId}`);
  const row = { workerId, host: hostname(), pid: process.pid, pidStarted: null, buildId: 'example' };
  const lease = await startLease({ db: beats, worker: row });
  void lease.revoked.then(() => process.exit(EXIT_CERTIFIED_DEAD));
  const journal = createJournal({ pool, lease, ...(atMove === undefined ? {} : { atMove }) });

  const connection = await NativeConnection.connect({ address: temporal.address });
  const worker = await Worker.create({
    connection,
    namespace: temporal.namespace,
    taskQueue: temporal.taskQueue,
    identity: workerId,
    activities: createActivities(journal, providerUrl),
    workflowsPath: options.workflowsPath ?? fileURLToPath(new URL('./workflow.ts', import.meta.url)),
    plugins: options.plugins ?? [],
    // A workflow that a dead worker had in memory goes to another one after this.
    stickyQueueScheduleToStartTimeout: '1 second',
  });
  await worker.run();
  lease.stop();
  await connection.close();
  await Promise.all([pool.end(), beats.end()]);
}

if (import.meta.main) await runWorker(readConfig('refunds'));
