import { METRICS } from '@checkpoint/contracts';
import { derivedCounter, type Registry } from '@checkpoint/telemetry';
import { type Db, rows } from '../store/statements.ts';
import { shared } from './readings.ts';

interface ModelRow {
  readonly provider: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cost_usd: number;
}

/** Before the first answer no model is known, and a series at zero stands in, without a name. */
const NONE: ModelRow = { provider: '', model: '', input: 0, output: 0, cost_usd: 0 };

/** What models were paid, from the steps that their answers were stored in. */
export function registerModelMetrics(registry: Registry, db: Db): void {
  const read = shared(async () => {
    const found = await rows<ModelRow & Record<string, unknown>>(db, 'metric-models');
    return found.length === 0 ? [NONE] : found;
  });
  derivedCounter(registry, {
    name: METRICS.modelTokensTotal,
    help: 'Tokens of stored answers, by provider, model and type.',
    labelNames: ['provider', 'model', 'type'],
    read: async () =>
      (await read()).flatMap(({ provider, model, input, output }) => [
        { labels: { provider, model, type: 'input' }, value: input },
        { labels: { provider, model, type: 'output' }, value: output },
      ]),
  });
  derivedCounter(registry, {
    name: METRICS.modelCostUsdTotal,
    help: 'What stored answers cost by the configured prices, US dollars.',
    labelNames: ['provider', 'model'],
    read: async () =>
      (await read()).map(({ provider, model, cost_usd }) => ({
        labels: { provider, model },
        value: cost_usd,
      })),
  });
}
