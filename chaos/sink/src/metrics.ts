import { METRICS, type WitnessCounts } from '@checkpoint/contracts';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export interface WitnessMetrics {
  readonly contentType: string;
  /** The text of `/metrics` for these counts. */
  render(counts: WitnessCounts): Promise<string>;
}

/**
 * Metrics of the witness. Every number is read from the database at the moment it is asked for, so none starts again
 * at 0 after a death. A kind that is not watched has no series, and `checkpoint_witness_watched` 0.
 */
export function createMetrics(): WitnessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const arrivals = new Counter({
    name: METRICS.witnessArrivalsTotal,
    help: 'Requests that reached the witness',
    labelNames: ['kind'],
    registers: [registry],
  });
  const applications = new Counter({
    name: METRICS.witnessApplicationsTotal,
    help: 'Requests that changed the world',
    labelNames: ['kind'],
    registers: [registry],
  });
  const duplicates = new Counter({
    name: METRICS.effectDuplicatesTotal,
    help: 'Applications minus distinct effect keys',
    labelNames: ['kind', 'detector'],
    registers: [registry],
  });
  const isWatched = new Gauge({
    name: METRICS.witnessWatched,
    help: '1 when this kind of effect is watched',
    labelNames: ['kind'],
    registers: [registry],
  });

  return {
    contentType: registry.contentType,
    async render(counts) {
      // No await between reset and the last increment: two scrapes at once never see a half-filled registry.
      for (const metric of [arrivals, applications, duplicates, isWatched]) metric.reset();
      for (const [kind, count] of Object.entries(counts.byKind)) {
        const watches = counts.sources.some((source) => source === kind);
        isWatched.set({ kind }, watches ? 1 : 0);
        if (!watches) continue;
        arrivals.inc({ kind }, count.arrivals);
        applications.inc({ kind }, count.applications);
        duplicates.inc({ kind, detector: 'witness' }, count.duplicates);
      }
      return await registry.metrics();
    },
  };
}
