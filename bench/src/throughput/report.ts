import { median, round } from '../lib/stats.ts';
import { table } from '../lib/table.ts';
import type { Usage } from './meter.ts';
import { ACTIVITIES_A_STEP, RUNS, SEQUENTIAL_STEPS, SIDES, type Side, STEPS } from './options.ts';

export interface SideSamples {
  readonly msPerStep: number[];
  readonly stepsPerSecond: number[];
  readonly usage: Usage[];
  eventsPerStep: number;
  perStep: Usage;
}
export type Samples = Readonly<Record<Side, SideSamples>>;

interface SideReport {
  readonly stepsPerSecond: number;
  readonly msPerStep: number;
  /** Against bare, the median of the rounds' own ratios. 1 is as good as bare. */
  readonly ratio: { readonly throughput: number; readonly sequential: number };
  readonly eventsPerStep: number;
  readonly perStep: Usage;
}

export interface ThroughputReport {
  readonly runs: number;
  readonly stepsARun: number;
  readonly activitiesAStep: number;
  readonly sides: Readonly<Record<Side, SideReport>>;
  readonly load1: number;
}

export function summarise(samples: Samples): Omit<ThroughputReport, 'load1'> {
  const sides = Object.fromEntries(SIDES.map((side) => [side, summaryOf(samples, side)]));
  return {
    ...{ runs: RUNS, stepsARun: STEPS, activitiesAStep: ACTIVITIES_A_STEP },
    sides: sides as Record<Side, SideReport>,
  };
}

function summaryOf(samples: Samples, side: Side): SideReport {
  const { bare, [side]: mine } = samples;
  const ratios = (of: (samples: SideSamples) => number[], better: (mine: number, bare: number) => number) =>
    round(median(of(mine).map((value, index) => better(value, of(bare)[index] ?? Number.NaN))));
  return {
    stepsPerSecond: round(median(mine.stepsPerSecond), 1),
    msPerStep: round(median(mine.msPerStep), 1),
    ratio: {
      throughput: ratios(
        ({ stepsPerSecond }) => stepsPerSecond,
        (ours, theirs) => ours / theirs,
      ),
      sequential: ratios(
        ({ msPerStep }) => msPerStep,
        (ours, theirs) => theirs / ours,
      ),
    },
    eventsPerStep: round(mine.eventsPerStep, 1),
    perStep: mine.perStep,
  };
}

export function asText(report: ThroughputReport): string {
  const rows = SIDES.map((side) => ({ side, ...report.sides[side] }));
  return [
    `${RUNS} runs of ${STEPS} steps at once, and one run of ${SEQUENTIAL_STEPS} alone; ${ACTIVITIES_A_STEP} activities a step; load ${report.load1}`,
    table(
      ['side', 'steps/s', 'of bare', 'ms a step alone', 'of bare', 'events'],
      rows.map(({ side, stepsPerSecond, msPerStep, ratio, eventsPerStep }) => [
        ...[side, stepsPerSecond, ratio.throughput, msPerStep, ratio.sequential, eventsPerStep],
      ]),
    ),
    'Where a step goes (with all runs at once)',
    table(
      [
        'side',
        'worker CPU ms',
        'Temporal CPU ms',
        'Postgres CPU ms',
        'our commits',
        "Temporal's commits",
        'WAL bytes',
      ],
      rows.map(({ side, perStep }) => [
        ...[side, perStep.workerCpuMs, perStep.temporalCpuMs, perStep.postgresCpuMs],
        ...[perStep.productCommits, perStep.temporalCommits, Math.round(perStep.walBytes)],
      ]),
    ),
  ].join('\n\n');
}
