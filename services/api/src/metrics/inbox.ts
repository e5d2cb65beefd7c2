import { METRICS } from '@checkpoint/contracts';
import { derivedGauge, type Registry } from '@checkpoint/telemetry';
import { type Db, rows } from '../store/statements.ts';

/** Without an item, a kind is at zero: an alert on the age needs a value to come back to. */
const KINDS = ['unknown', 'approval'] as const;

interface KindRow {
  readonly kind: string;
  readonly items: number;
  readonly oldest_seconds: number;
}

/** What waits for a person, and for how long. */
export function registerInboxMetrics(registry: Registry, db: Db): void {
  const value = (field: 'items' | 'oldest_seconds') => async () => {
    const found = await rows<KindRow & Record<string, unknown>>(db, 'metric-inbox');
    return KINDS.map((kind) => ({
      labels: { kind },
      value: found.find((row) => row.kind === kind)?.[field] ?? 0,
    }));
  };
  derivedGauge(registry, {
    name: METRICS.inboxItems,
    help: 'Items that wait for a person; approval: calls that a tool asks a person about; unknown: effects of which nobody knows whether they happened.',
    labelNames: ['kind'],
    read: value('items'),
  });
  derivedGauge(registry, {
    name: METRICS.inboxOldestSeconds,
    help: 'How long the oldest item has waited for a person, seconds; 0 when none waits.',
    labelNames: ['kind'],
    read: value('oldest_seconds'),
  });
}
