import { METRICS } from '@checkpoint/contracts';
import { derivedGauge, type Registry } from './registry.ts';

/** What `pg.Pool` says of itself. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Shows how busy the connections of this process are. */
export function registerPoolMetrics(registry: Registry, pool: PoolCounts): void {
  const gauges = [
    [METRICS.pgPool.total, 'Open connections to Postgres.', () => pool.totalCount],
    [METRICS.pgPool.idle, 'Open connections that nobody uses.', () => pool.idleCount],
    [METRICS.pgPool.waiting, 'Callers that wait for a connection.', () => pool.waitingCount],
  ] as const;
  for (const [name, help, value] of gauges) {
    derivedGauge(registry, {
      name,
      help,
      labelNames: [],
      read: async () => [{ labels: {}, value: value() }],
    });
  }
}
