import { METRICS } from '@checkpoint/contracts';
import { derivedCounter, derivedGauge, type Registry } from '@checkpoint/telemetry';
import type { Db } from '../store/statements.ts';
import { row, rows } from '../store/statements.ts';
import { shared } from './readings.ts';

const OUTCOMES = ['applied', 'from_journal', 'rejected', 'superseded', 'fenced', 'unknown'] as const;

interface Totals {
  readonly in_flight: number;
  readonly unknown: number;
  readonly fenced: number;
}

/** What the journal says of effects. Its duplicates stand beside the witness's, never instead of them. */
export function registerEffectMetrics(registry: Registry, db: Db): void {
  registerOutcomes(registry, db);
  const totals = shared(() => row<Totals & Record<string, number>>(db, 'metric-effect-totals'));
  const total = (field: keyof Totals) => async () => [{ labels: {}, value: (await totals())?.[field] ?? 0 }];
  derivedGauge(registry, {
    name: METRICS.effectsInFlight,
    help: 'Effects that are intended and not settled.',
    labelNames: [],
    read: total('in_flight'),
  });
  derivedCounter(registry, {
    name: METRICS.effectUnknownTotal,
    help: 'Attempts of effects that ended unknown.',
    labelNames: [],
    read: total('unknown'),
  });
  derivedCounter(registry, {
    name: METRICS.fencedTotal,
    help: 'Attempts of effects that were fenced out by a newer epoch.',
    labelNames: [],
    read: total('fenced'),
  });
}

function registerOutcomes(registry: Registry, db: Db): void {
  const tools = shared(() => knownTools(db));
  derivedCounter(registry, {
    name: METRICS.effectsTotal,
    help: 'Effects by tool and outcome; from_journal: an attempt that got a stored outcome and sent nothing.',
    labelNames: ['tool', 'outcome'],
    read: async () => {
      const found = await rows<{ tool: string; outcome: string; value: number }>(db, 'metric-effects');
      const values = new Map(found.map(({ tool, outcome, value }) => [`${tool}|${outcome}`, value]));
      return union(await tools(), found).flatMap((tool) =>
        OUTCOMES.map((outcome) => ({
          labels: { tool, outcome },
          value: values.get(`${tool}|${outcome}`) ?? 0,
        })),
      );
    },
  });
  derivedCounter(registry, {
    name: METRICS.effectDuplicatesTotal,
    help: 'Settlements minus distinct effect keys, from the journal. Must be 0. The witness exports its own count.',
    labelNames: ['tool', 'detector'],
    read: async () => {
      const found = await rows<{ tool: string; value: number }>(db, 'metric-duplicates');
      const values = new Map(found.map(({ tool, value }) => [tool, value]));
      return union(await tools(), found).map((tool) => ({
        labels: { tool, detector: 'journal' },
        value: values.get(tool) ?? 0,
      }));
    },
  });
}

/** What the workers have announced. A counter that begins at its first event hides that event from `increase`. */
async function knownTools(db: Db): Promise<string[]> {
  return (await rows<{ tool: string }>(db, 'metric-tools')).map(({ tool }) => tool);
}

/** Before the first worker no tool is known, and one series without a name stands at zero. */
function union(announced: readonly string[], found: readonly { readonly tool: string }[]): string[] {
  const all = new Set([...announced, ...found.map(({ tool }) => tool)]);
  return all.size === 0 ? [''] : [...all].sort();
}
