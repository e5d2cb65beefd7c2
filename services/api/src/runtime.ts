import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Logger, type MetricsServer, serveMetrics } from '@checkpoint/telemetry';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import type { Config } from './config.ts';
import { createEventHub } from './events/hub.ts';
import { startPruning } from './events/prune.ts';
import { createNoFleet } from './fleet/none.ts';
import { createProcessFleet } from './fleet/processes.ts';
import type { Fleet, ReportDeath } from './fleet/types.ts';
import { createInbox } from './inbox/sweep.ts';
import type { Loop } from './loop.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createProjection } from './projection/projection.ts';
import { createUndertaker } from './recovery/undertaker.ts';
import { startRetention } from './retention/retention.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createPool } from './store/pool.ts';
import { openTemporal } from './temporal/client.ts';
import { startApiTracing } from './tracing/start.ts';
import { startWebhooks } from './webhooks/deliver.ts';
import { createWitness } from './witness.ts';

/** One API process, without its socket and signals. */
export interface Runtime {
  readonly app: FastifyInstance;
  readonly fleet: Fleet;
  /** Starts the sweeps and the fleet. */
  start(): Promise<void>;
  /** Ends the streams, the sweeps and the fleet, in this order, then the connections. */
  stop(): Promise<void>;
}

/** Wires the parts of one API process. Nothing runs and nobody is connected until `start`, or the first request. */
export async function createRuntime(config: Config, log: Logger): Promise<Runtime> {
  const replica = `api/${hostname()}/${randomUUID()}`;
  const pool = createPool(config.databaseUrl, log);
  const temporal = openTemporal({ ...config.temporal, identity: replica });
  const events = createEventHub(pool, log);
  const projection = createProjection({ db: pool, temporal, log });
  let pruning: Loop | undefined;
  let retention: Loop | undefined;
  let webhooks: Loop | undefined;
  let metrics: MetricsServer | undefined;
  const registry = createMetrics(pool);
  const tracing = await startApiTracing(config, replica, log);
  const inbox = createInbox({ db: pool, temporal, log });
  const undertaker = createUndertaker({ db: pool, temporal, log, replica });
  const sessions = createSessions();
  const fleet = await createFleet(config, log, {
    db: pool,
    sessions,
    reportDeath: (death) => undertaker.bury({ evidence: 'exit', ...death }),
  });
  const authenticator = createAuthenticator(config.auth);
  const witness = createWitness(config.witnessUrl, log);
  sessions.onClosed((workerId) => fleet.look(workerId));
  const app = await buildApp(
    {
      pool,
      temporal,
      witness,
      fleet,
      events,
      sessions,
      registry,
      authenticator,
      settings: config,
      onRunStarted: projection.watch,
    },
    log,
  );
  return {
    app,
    fleet,
    async start() {
      const { metricsPort: port, host } = config;
      if (port !== undefined) metrics = await serveMetrics({ port, host, registry });
      projection.start();
      undertaker.start(fleet);
      inbox.start();
      authenticator.start(log);
      pruning = startPruning(pool, log);
      retention = startRetention(pool, config.retentionDays, log);
      webhooks = startWebhooks({ pool, witness, log, config: config.webhook });
      await fleet.start();
    },
    async stop() {
      events.close();
      await app.close();
      await fleet.stop();
      await Promise.all([
        projection.stop(),
        undertaker.stop(),
        inbox.stop(),
        authenticator.stop(),
        pruning?.stop(),
        retention?.stop(),
        webhooks?.stop(),
        metrics?.close(),
      ]);
      await Promise.all([pool.end(), temporal.connection.close(), tracing.stop()]);
    },
  };
}

async function createFleet(
  { fleet }: Config,
  log: Logger,
  parts: { db: ReturnType<typeof createPool>; sessions: Sessions; reportDeath: ReportDeath },
): Promise<Fleet> {
  if (fleet.kind === 'none') return createNoFleet();
  if (fleet.kubernetes === undefined) return createProcessFleet({ ...parts, config: fleet, log });
  // Only an API in a cluster pays for loading the client.
  const { createKubernetesFleet } = await import('./fleet/kubernetes.ts');
  return createKubernetesFleet({ ...parts, config: fleet.kubernetes, log });
}
