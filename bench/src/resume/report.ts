import { type Latency, latencyOf, quantile } from '../lib/stats.ts';
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
      stuck: samples.filter(({ movedMs }) => movedMs === null).length,
    };
  });
}

function latency(samples: readonly Sample[], field: keyof Sample & `${string}Ms`): Latency {
  return latencyOf(samples.flatMap((sample) => sample[field] ?? []));
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
    ...[cell.resume, cell.moved, cell.nextStep, cell.nextEffect, cell.afterLease].map(three),
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
    'stuck',
  ];
  const states = cells.flatMap((cell) => [
    ...Object.entries(cell.byState).map(([state, latencies]) => [
      ...[nameOf(cell), state, latencies.n, three(latencies)],
    ]),
    ...Object.entries(cell.byOrdinal).map(([ordinal, latencies]) => [
      ...[nameOf(cell), ordinal, latencies.n, three(latencies)],
    ]),
  ]);
  return [
    'Milliseconds from the kill of a worker, p50 / p99 / max',
    table([...head, 'duplicates'], rows),
    '',
    'Until the run moved, by what it was doing and by how often it had been killed',
    table(['mode × runs', 'when killed', 'n', 'p50 / p99 / max'], states),
  ].join('\n');
}
