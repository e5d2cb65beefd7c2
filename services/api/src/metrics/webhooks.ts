import { METRICS } from '@checkpoint/contracts';
import { derivedGauge, type Registry } from '@checkpoint/telemetry';
import { type Db, rows } from '../store/statements.ts';
import { shared } from './readings.ts';

type Pending = { readonly pending: number; readonly oldest_seconds: number };

/** What the receiver of webhooks has not taken yet, and for how long. */
export function registerWebhookMetrics(registry: Registry, db: Db): void {
  const read = shared(async () => (await rows<Pending>(db, 'metric-webhooks'))[0]);
  derivedGauge(registry, {
    name: METRICS.webhooksPending,
    help: 'Webhooks that the receiver has not taken yet.',
    labelNames: [],
    read: async () => [{ labels: {}, value: (await read())?.pending ?? 0 }],
  });
  derivedGauge(registry, {
    name: METRICS.webhooksOldestSeconds,
    help: 'For how long the receiver has not taken the oldest of them, seconds; 0 when there is none.',
    labelNames: [],
    read: async () => [{ labels: {}, value: (await read())?.oldest_seconds ?? 0 }],
  });
}
