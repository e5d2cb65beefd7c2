import { createRegistry, type Registry, registerPoolMetrics } from '@checkpoint/telemetry';
import type pg from 'pg';
import { registerEffectMetrics } from './effects.ts';
import { registerInboxMetrics } from './inbox.ts';
import { registerModelMetrics } from './models.ts';
import { forScrapes } from './readings.ts';
import { registerRunMetrics } from './runs.ts';
import { registerWebhookMetrics } from './webhooks.ts';
import { registerWorkerMetrics } from './workers.ts';

/**
 * One registry for this process. Everything that counts is read from durable records on each scrape, so a restart of
 * the API, or a second replica, counts nothing twice and forgets nothing. Each replica shows the same numbers:
 * docs/metrics.md says how a query takes them once.
 */
export function createMetrics(pool: pg.Pool): Registry {
  const registry = createRegistry();
  const db = forScrapes(pool);
  registerEffectMetrics(registry, db);
  registerInboxMetrics(registry, db);
  registerWebhookMetrics(registry, db);
  registerRunMetrics(registry, db);
  registerWorkerMetrics(registry, db);
  registerModelMetrics(registry, db);
  registerPoolMetrics(registry, pool);
  return registry;
}
