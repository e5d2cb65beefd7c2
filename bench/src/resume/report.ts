import { type Latency, latencyOf, quantile, round } from '../lib/stats.ts';
import { table } from '../lib/table.ts';
import type { Cell } from './cells.ts';
import type { WitnessTotals } from './duplicates.ts';
import type { Sample } from './kill.ts';
import type { ModeName } from './modes.ts';
import type { ScenarioName } from './scenarios/index.ts';

export interface CellSummary {
  readonly mode: ModeName;
  readonly scenario: ScenarioName;
  readonly runs: number;
  readonly kills: number;
  /** Median of the runs that a killed worker held. */
  readonly held: number;
  /** Next attempt of the interrupted activity on another worker. */
  readonly resume: Latency;
  /** The last of a kill's interrupted activities. */
  readonly lastOfKill: Latency;
  /** The same by Temporal's clock: when its server handed the attempt out. */
  readonly temporal: Latency;
  /** Next attempt of anything, whatever the worker was doing for the run. */
  readonly moved: Latency;
  /** For frozen workers: next attempt after the end of the lease. */
  readonly afterLease: Latency;
  readonly nextStep: Latency;
  readonly nextEffect: Latency;
  readonly byState: Readonly<Record<string, Latency>>;
  readonly byOrdinal: Readonly<Record<string, Latency>>;
  readonly byStep: Readonly<Record<string, Latency>>;
  /** Of each run: the longest time in its life without an attempt on a living worker. */
  readonly standStill: Latency;
  /** Runs that had not gone on when the benchmark gave up. */
  readonly stuck: number;
  readonly witness: WitnessTotals;
}

export function summaries(cells: readonly Cell[]): CellSummary[] {
  return cells.map((cell) => {
    const samples = cell.kills.flatMap((kill) => kill.samples.map((sample) => ({ ...sample, ...{ kill } })));
    const held = cell.kills.map((kill) => kill.samples.length).sort((a, b) => a - b);
    return {
      ...{
        mode: cell.mode,
        scenario: cell.scenario,
        runs: cell.runs,
        kills: cell.kills.length,
        witness: cell.witness,
      },
      held: quantile(held, 0.5),
      resume: latency(samples, 'againMs'),
      lastOfKill: latencyOf(cell.kills.flatMap((kill) => lastOf(kill.samples))),
      temporal: latency(samples, 'temporalMs'),
      moved: latency(samples, 'movedMs'),
      afterLease: latency(samples, 'afterLeaseMs'),
      nextStep: latency(samples, 'nextStepMs'),
      nextEffect: latency(samples, 'effectMs'),
      byState: grouped(samples, ({ state }) => state),
      byOrdinal: grouped(samples, ({ kill }) => `kill ${kill.ordinal}`),
      byStep: grouped(samples, ({ step }) => STEPS.find(({ from }) => step >= from)?.name ?? 'step 0'),
      standStill: latencyOf(cell.stallsMs),
      stuck: samples.filter(({ movedMs }) => movedMs === null).length,
    };
  });
}

function latency(samples: readonly Sample[], field: keyof Sample & `${string}Ms`): Latency {
  return latencyOf(samples.flatMap((sample) => sample[field] ?? []));
}

/** From late to early. */
const STEPS = [
  { from: 25, name: 'from step 25 on' },
  { from: 6, name: 'steps 6 to 24' },
  { from: 1, name: 'steps 1 to 5' },
];

/** How many times longer the others take than ours, in the same run of the benchmark. */
export interface Ratio {
  readonly scenario: ScenarioName;
  readonly runs: number;
  readonly mode: ModeName;
  readonly p50: number;
  readonly p99: number;
}

export function ratiosOf(cells: readonly CellSummary[]): Ratio[] {
  return cells.flatMap(({ mode, scenario, runs, resume }) => {
    const ours = cells.find(
      (cell) => cell.mode === 'ours' && cell.scenario === scenario && cell.runs === runs,
    );
    if (mode === 'ours' || ours === undefined || ours.resume.n === 0 || resume.n === 0) return [];
    const [p50, p99] = [round(resume.p50 / ours.resume.p50, 1), round(resume.p99 / ours.resume.p99, 1)];
    return [{ scenario, runs, mode, p50, p99 }];
  });
}

function lastOf(samples: readonly Sample[]): number[] {
  const again = samples.flatMap(({ againMs }) => againMs ?? []);
  return again.length === 0 ? [] : [Math.max(...again)];
}

/** By group: how long until the runs moved. */
function grouped<S extends Sample>(
  samples: readonly S[],
  by: (sample: S) => string,
): Record<string, Latency> {
  const groups = Object.groupBy(samples, by);
  return Object.fromEntries(
    Object.entries(groups).map(([name, group]) => [name, latency(group ?? [], 'movedMs')]),
  );
}

function nameOf({ mode, scenario, runs }: CellSummary): string {
  return `${mode}, ${scenario} ×${runs}`;
}

export function reportText(cells: readonly CellSummary[]): string {
  const three = ({ n, p50, p99, max }: Latency): string =>
    n === 0 ? '–' : [p50, p99, max].map((value) => Math.round(value)).join(' / ');
  const rows = cells.map((cell) => [
    nameOf(cell),
    cell.kills,
    cell.held,
    cell.resume.n,
    ...[cell.resume, cell.moved, cell.nextStep, cell.nextEffect, cell.afterLease, cell.standStill].map(three),
    cell.stuck,
    cell.witness.duplicates,
  ]);
  const head = [
    'mode × runs',
    'kills',
    'held',
    'n',
    'next attempt',
    'any move',
    'next step',
    'next effect',
    'after lease',
    'stand-still',
    'stuck',
  ];
  const states = cells.flatMap((cell) =>
    Object.entries({ ...cell.byState, ...cell.byOrdinal, ...cell.byStep }).map(([when, latencies]) => [
      ...[nameOf(cell), when, latencies.n, three(latencies)],
    ]),
  );
  const ratios = ratiosOf(cells).map(({ scenario, runs, mode, p50, p99 }) => [
    ...[`${scenario} ×${runs}`, mode, p50, p99],
  ]);
  return [
    'Milliseconds from the kill of a worker, p50 / p99 / max',
    table([...head, 'duplicates'], rows),
    '',
    'Next attempt, how many times longer than ours',
    table(['scenario × runs', 'mode', 'p50', 'p99'], ratios),
    '',
    'Until the run moved, by what it was doing and by how often it had been killed, and by its step',
    table(['mode × runs', 'when killed', 'n', 'p50 / p99 / max'], states),
  ].join('\n');
}
