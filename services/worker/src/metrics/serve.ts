import { TerminalError } from '@checkpoint/contracts';
import { type MetricsServer, type MetricsServerOptions, serveMetrics } from '@checkpoint/telemetry';
import type pg from 'pg';
import type { WorkerConfig } from '../config.ts';
import type { Ask } from '../models/index.ts';
import { createHealth, type Stateful } from './health.ts';
import { createWorkerMetrics } from './metrics.ts';
import { createModelMetrics } from './models.ts';

export interface WorkerMetrics {
  readonly observe: (ask: Ask) => Ask;
  readonly watch: (worker: Stateful) => void;
  close(): Promise<void>;
}

const OFF: WorkerMetrics = {
  observe: (ask) => ask,
  watch: () => undefined,
  close: async () => undefined,
};

type Options = Pick<WorkerConfig, 'healthPort' | 'metricsPort' | 'workerId' | 'buildId'> & {
  readonly pool: pg.Pool;
};

/**
 * Serves probes and metrics of this process: probes at both ports, metrics at their own. What has no port is off, and
 * nothing is measured. Throws PORT_TAKEN.
 */
export async function startWorkerMetrics(options: Options): Promise<WorkerMetrics> {
  const { healthPort, metricsPort } = options;
  if (healthPort === undefined && metricsPort === undefined) return OFF;
  const { probes, watch } = createHealth();
  const servers: MetricsServer[] = [];
  let observe = (ask: Ask) => ask;
  if (healthPort !== undefined)
    servers.push(await serve('CHECKPOINT_HEALTH_PORT', { port: healthPort, probes }));
  if (metricsPort !== undefined) {
    const registry = createWorkerMetrics(options);
    observe = createModelMetrics(registry);
    servers.push(await serve('CHECKPOINT_METRICS_PORT', { port: metricsPort, registry, probes }));
  }
  return {
    observe,
    watch,
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

async function serve(name: string, options: MetricsServerOptions): Promise<MetricsServer> {
  try {
    return await serveMetrics(options);
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== 'EADDRINUSE') throw thrown;
    throw new TerminalError(
      'PORT_TAKEN',
      `${name} ${options.port}: another process listens there; stop it, or set another port`,
      {},
      thrown,
    );
  }
}
