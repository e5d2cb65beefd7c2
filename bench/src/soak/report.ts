import { quantile, round } from '../lib/stats.ts';
import { table } from '../lib/table.ts';
import type { WitnessTotals } from '../resume/duplicates.ts';
import type { Stall } from '../resume/stalls.ts';
import type { Kills } from './killer.ts';
import type { Load } from './load.ts';
import type { Memory } from './memory.ts';

/** No run may stand still for longer, milliseconds (issue 5). */
const STALL_LIMIT_MS = 5_000;
const STALLS_SHOWN = 5;

export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly observed: string;
}

export interface Seen extends Load, Kills {
  readonly stalls: readonly Stall[];
  readonly witness: WitnessTotals;
  readonly memory: readonly Memory[];
}

/** What must hold, each with what was observed. */
export function checksOf({ runIds, notCompleted, kills, stalls, witness, memory }: Seen): Check[] {
  const growing = memory.filter(({ flat }) => flat === false);
  const worst = stalls[0];
  const sorted = stalls.map(({ ms }) => ms).sort((a, b) => a - b);
  return [
    {
      name: 'every run completed',
      passed: notCompleted.length === 0 && runIds.length > 0,
      observed: `${runIds.length - notCompleted.length} of ${runIds.length}; ${list(notCompleted.map(({ runId, status }) => `${runId} ${status}`))}`,
    },
    {
      name: 'no effect happened twice at the witness',
      passed: witness.duplicates === 0 && witness.applications > 0,
      observed: `${witness.arrivals} arrivals, ${witness.applications} applications, ${witness.distinctKeys} keys, ${witness.duplicates} duplicates`,
    },
    {
      name: `no run stood still longer than ${STALL_LIMIT_MS} ms`,
      passed: worst !== undefined && worst.ms <= STALL_LIMIT_MS,
      observed: `longest of each run: p50 ${round(quantile(sorted, 0.5), 0)}, p99 ${round(quantile(sorted, 0.99), 0)}, max ${round(worst?.ms ?? Number.NaN, 0)} ms; ${list(
        stalls
          .filter(({ ms }) => ms > STALL_LIMIT_MS)
          .map(({ runId, step, ms }) => `${runId} before step ${step} ${round(ms, 0)} ms`),
      )}`,
    },
    { name: 'workers were killed', passed: kills.length > 0, observed: `${kills.length} kills` },
    {
      name: 'memory stayed flat',
      passed: growing.length === 0,
      observed: list(growing.map(({ name, growthMb }) => `${name} grew by ${growthMb} MB`)),
    },
  ];
}

function list(items: readonly string[]): string {
  if (items.length === 0) return 'none otherwise';
  const more = items.length > STALLS_SHOWN ? `, and ${items.length - STALLS_SHOWN} more` : '';
  return `${items.slice(0, STALLS_SHOWN).join(', ')}${more}`;
}

export function reportText(checks: readonly Check[], memory: readonly Memory[]): string {
  const rows = memory.map(({ name, samples, firstMb, medianMb, maxMb, growthMb }) => [
    ...[name, samples, firstMb, medianMb, maxMb, growthMb],
  ]);
  return [
    ...checks.map(({ name, passed, observed }) => `${passed ? 'PASS' : 'FAIL'}  ${name}: ${observed}`),
    '',
    table(['resident MB', 'samples', 'first', 'median', 'max', 'growth'], rows),
  ].join('\n');
}
