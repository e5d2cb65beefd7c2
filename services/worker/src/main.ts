import { agents } from '@checkpoint/agents';
import { asError } from '@checkpoint/contracts';
import { createJournal, createUnjournaled, type Lease, startLease } from '@checkpoint/journal';
import { createLogger, type Logger } from '@checkpoint/telemetry';
import { installTemporalRuntime } from '@checkpoint/telemetry/temporal';
import pg from 'pg';
import { createHolds } from './activities/faults.ts';
import { createActivities } from './activities/index.ts';
import { announceAgents, registry } from './agents.ts';
import { readConfig, type WorkerConfig } from './config.ts';
import { createHandOver } from './hand-over.ts';
import {
  ANSWER_TIMEOUT_MS,
  BEAT_ANSWER_TIMEOUT_MS,
  POOL_READY,
  POOL_SIZE,
  POOL_WAIT_MS,
  STATEMENT_TIMEOUT_MS,
} from './limits.ts';
import { startWorkerMetrics } from './metrics/serve.ts';
import { createModels } from './model-chains.ts';
import { ownStart, ownStartTime } from './process.ts';
import { createSealer } from './sealing.ts';
import { holdSession } from './session.ts';
import { releaseSticky } from './sticky.ts';
import { createStop } from './stop.ts';
import { createTemporalWorker, TUNING } from './temporal.ts';
import { tracedJournal } from './tracing/journal.ts';
import { tracedAsk } from './tracing/models.ts';
import { startWorkerTracing } from './tracing/start.ts';
import { tracedAgents } from './tracing/tools.ts';

/** Milliseconds after which an idle transaction of a worker that is frozen in the middle of one is ended by Postgres. */
const IDLE_TRANSACTION_MS = 5_000;

/** Exit code of a worker that found itself certified dead. */
const EXIT_CERTIFIED_DEAD = 70;

const config = readConfig();
const log = createLogger({
  service: 'worker',
  level: config.logLevel,
  base: { workerId: config.workerId, buildId: config.buildId },
});
await main(config, log);

async function main({ databaseUrl, workerId, ...rest }: WorkerConfig, logger: Logger): Promise<void> {
  installTemporalRuntime({
    log: logger,
    level: rest.logLevel,
    metricsAddress: rest.metricsPort === undefined ? undefined : `0.0.0.0:${rest.temporalMetricsPort}`,
  });
  const pool = createPool(
    databaseUrl,
    { min: POOL_READY, max: POOL_SIZE, answerMs: ANSWER_TIMEOUT_MS },
    logger,
  );
  const beats = createPool(databaseUrl, { min: 1, max: 1, answerMs: BEAT_ANSWER_TIMEOUT_MS }, logger);
  const metrics = await startWorkerMetrics({ ...rest, workerId, pool });
  const tracing = await startWorkerTracing({ ...rest, workerId }, logger);
  const byName = tracedAgents(registry(agents));
  await announceAgents(pool, agents, rest.buildId);
  const lease = await startLease({
    db: beats,
    worker: {
      workerId,
      host: rest.host,
      pid: process.pid,
      pidStarted: ownStartTime(),
      buildId: rest.buildId,
    },
    onError: (error) => logger.warn({ err: error }, 'a beat did not reach Postgres'),
  });
  const handOver = createHandOver(() => {
    logger.warn(
      { held: handOver.holdings.attempts.length },
      'the end of this process is near: what it holds is handed over',
    );
    stop.begin();
  });
  const holds = createHolds(pool, workerId, handOver.effects);
  const context = {
    pool,
    workerId,
    journal: tracedJournal(createJournal({ pool, lease, atMove: holds.atMove })),
    unjournaled: tracedJournal(createUnjournaled({ pool, atMove: holds.atMove })),
    agents: byName,
    agentSettings: rest.agentSettings,
    faultsAllowed: rest.faultsAllowed,
    sealer: createSealer(rest.secretsKey),
    holds,
    handOver,
  };
  const { worker, connection } = await createTemporalWorker(
    { ...rest, workerId },
    createActivities(context, createModels({ ...rest, observe: (ask) => tracedAsk(metrics.observe(ask)) })),
  );
  metrics.watch(worker);
  endWhenRevoked(lease, logger);
  const endSession =
    rest.apiUrl === undefined
      ? () => undefined
      : holdSession({
          apiUrl: rest.apiUrl,
          workerId,
          token: rest.apiToken,
          place: rest.pod && {
            ...rest.pod,
            startedAt: ownStart(),
            port: rest.healthPort ?? rest.metricsPort,
          },
          onHandOver: handOver.begin,
          onError: (error) => logger.debug({ err: error }, 'the session with the API broke'),
          onRefused: (error) => logger.warn(error.message),
        });
  const stop = createStop({
    workerId,
    handOver,
    lease,
    db: beats,
    log: logger,
    tuning: rest.tuning ?? TUNING,
    shutdown: () => worker.shutdown(),
    release: (runIds) => releaseSticky(connection, rest.temporal.namespace, runIds, logger),
    exit: (code) => process.exit(code),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop.begin);
  await openConnections(pool, POOL_READY);
  logger.info({ pid: process.pid, taskQueue: rest.temporal.taskQueue }, 'worker is running');
  await worker.run().catch((thrown: unknown) => {
    logger.fatal({ err: asError(thrown) }, 'Temporal’s worker failed: this process ends');
    process.exit(1);
  });
  await stop.certify();
  // After the certificate: the end of the session alone would look like a death.
  endSession();
  await connection.close();
  await Promise.all([pool.end(), beats.end(), metrics.close(), tracing.stop()]);
  logger.info({ exitCode: stop.exitCode }, 'worker has stopped');
  // A tool that hangs would keep the process.
  process.exit(stop.exitCode);
}

/** Opens so many connections at once; a pool opens one only while all that it has are busy. */
async function openConnections(pool: pg.Pool, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
  for (const client of clients) client.release();
}

function createPool(
  connectionString: string,
  { min, max, answerMs }: { readonly min: number; readonly max: number; readonly answerMs: number },
  logger: Logger,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    min,
    max,
    connectionTimeoutMillis: POOL_WAIT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // The client's own patience: on a half-open connection the server's time-out never arrives.
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    application_name: 'checkpoint-worker',
    keepAlive: true,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection to Postgres broke'));
  return pool;
}

/** A worker with a death certificate is dead: its work has been given to others, so it ends at once. */
function endWhenRevoked(lease: Lease, logger: Logger): void {
  void lease.revoked.then(() => {
    logger.fatal('a death certificate was issued for this worker: it ends');
    process.exit(EXIT_CERTIFIED_DEAD);
  });
}
