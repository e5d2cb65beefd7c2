import { METRICS } from '@checkpoint/contracts';
import { derivedCounter, derivedGauge, type Registry } from '@checkpoint/telemetry';
import type { Db } from '../store/statements.ts';
import { row, rows } from '../store/statements.ts';
import { shared } from './readings.ts';

const OUTCOMES = ['applied', 'from_journal', 'rejected', 'superseded', 'fenced', 'unknown'] as const;

interface Counted extends Record<string, unknown> {
  readonly tool: string;
  /** One of OUTCOMES, or `duplicate`. */
  readonly outcome: string;
  readonly value: number;
}

/** What the journal says of effects. Its duplicates stand beside the witness's, never instead of them. */
export function registerEffectMetrics(registry: Registry, db: Db): void {
  const counted = shared(() => rows<Counted>(db, 'metric-effects'));
  registerByTool(registry, db, counted);
  const total = (outcome: string) => async () => {
    const values = (await counted()).filter((found) => found.outcome === outcome).map(({ value }) => value);
    return [{ labels: {}, value: values.reduce((sum, value) => sum + value, 0) }];
  };
  derivedCounter(registry, {
    name: METRICS.effectUnknownTotal,
    help: 'Effects whose outcome was unknown at some time, decided since or not.',
    labelNames: [],
    read: total('unknown'),
  });
  derivedCounter(registry, {
    name: METRICS.fencedTotal,
    help: 'Attempts of effects that a newer epoch had fenced out when they came back to settle.',
    labelNames: [],
    read: total('fenced'),
  });
  derivedGauge(registry, {
    name: METRICS.effectsInFlight,
    help: 'Effects that are intended and not settled.',
    labelNames: [],
    read: async () => [
      { labels: {}, value: (await row<{ value: number }>(db, 'metric-in-flight'))?.value ?? 0 },
    ],
  });
}

function registerByTool(registry: Registry, db: Db, counted: () => Promise<Counted[]>): void {
  const tools = shared(() => knownTools(db));
  const byTool = async () => {
    const [found, announced] = await Promise.all([counted(), tools()]);
    const values = new Map(found.map(({ tool, outcome, value }) => [`${tool}|${outcome}`, value]));
    return {
      tools: union(announced, found),
      of: (tool: string, outcome: string) => values.get(`${tool}|${outcome}`) ?? 0,
    };
  };
  derivedCounter(registry, {
    name: METRICS.effectsTotal,
    help: 'Effects by tool: applied and rejected; unknown at some time; and attempts that got a stored outcome (from_journal), were overtaken (superseded), and of those came back (fenced).',
    labelNames: ['tool', 'outcome'],
    read: async () => {
      const { tools, of } = await byTool();
      return tools.flatMap((tool) =>
        OUTCOMES.map((outcome) => ({ labels: { tool, outcome }, value: of(tool, outcome) })),
      );
    },
  });
  derivedCounter(registry, {
    name: METRICS.effectDuplicatesTotal,
    help: 'Settlements minus distinct effect keys, from the journal. Must be 0. The witness exports its own count.',
    labelNames: ['tool', 'detector'],
    read: async () => {
      const { tools, of } = await byTool();
      return tools.map((tool) => ({ labels: { tool, detector: 'journal' }, value: of(tool, 'duplicate') }));
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
