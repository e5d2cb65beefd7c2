import { randomInt } from 'node:crypto';
import { type Benchmark, type OptionValue, wholeNumber } from '../lib/benchmark.ts';
import { createRandom, type Random } from '../lib/random.ts';
import { MODE_NAMES, type ModeName } from './modes.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './scenarios/index.ts';

export const OPTIONS: Benchmark['options'] = {
  only: { type: 'string', help: 'modes, by comma: defaults,tuned,fallback,ours (default all)' },
  scenario: {
    type: 'string',
    help: `by comma: ${SCENARIO_NAMES.join(',')} (default all; with --runs: running)`,
  },
  runs: { type: 'string', help: 'runs on the killed worker, by comma (default 1,10,100)' },
  kills: { type: 'string', help: 'kills of each mode, scenario and size (default 30)' },
  'tool-ms': {
    type: 'string',
    help: 'milliseconds that the tool of each step works (default 200; 20000 with 50 runs and more)',
  },
  explain: { type: 'boolean', help: "show Temporal's history of the slowest run of each kill" },
  plot: { type: 'string', help: 'file for the plot as SVG (default: none)' },
  quick: { type: 'boolean', help: 'fewer kills: under five minutes' },
  seed: { type: 'string', help: 'of the moments of the kills (default drawn, and printed)' },
};

/** How long the steps of a flock are, and whether a kill waits until each run has begun its next step. */
export interface FlockSpec {
  readonly toolMs: number;
  readonly untilNextStep: boolean;
}

export interface ResumeOptions {
  readonly modes: readonly ModeName[];
  readonly cells: readonly { readonly scenario: ScenarioName; readonly runs: number }[];
  readonly killsOf: (cell: { readonly mode: ModeName; readonly scenario: ScenarioName }) => number;
  readonly flockOf: (runs: number) => FlockSpec;
  readonly explain: boolean;
  readonly plot: string | undefined;
  readonly random: Random;
}

const KILLS = 30;
/** Several runs hang on each of these kills, so fewer kills give as many samples. */
const KILLS_WITH_SEVERAL = 10;
/** A kill of mode `defaults` takes 7 to 17 s to be mended. */
const QUICK_KILLS: Readonly<Record<ModeName, number>> = { defaults: 1, tuned: 4, fallback: 4, ours: 6 };
const TOOL_MS = 200;
/**
 * From this number of runs on, steps of 200 ms are more than two cores can do (measured: 45 activities a second), and a
 * queue would be measured. With long steps all runs are in flight, and the next kill does not wait for their end.
 */
const MANY = 50;
const TOOL_WITH_MANY_MS = 20_000;
const MAX_SEED = 2 ** 32;

/** Reads the options. Throws a TypeError that names the option and its value. */
export function readOptions(given: Readonly<Record<string, OptionValue>>): ResumeOptions {
  const quick = given.quick === true && given.kills === undefined;
  const several = (name: ScenarioName): boolean => name === 'workflow-task' || name === 'parked';
  return {
    modes: namesOf('only', given.only, MODE_NAMES),
    cells: cellsOf(given),
    killsOf({ mode, scenario }) {
      if (quick) return QUICK_KILLS[mode];
      return wholeNumber('kills', given.kills, several(scenario) ? KILLS_WITH_SEVERAL : KILLS);
    },
    flockOf: (runs) => flockOf(runs, given['tool-ms']),
    explain: given.explain === true,
    plot: typeof given.plot === 'string' ? given.plot : undefined,
    random: createRandom(wholeNumber('seed', given.seed, randomInt(1, MAX_SEED))),
  };
}

function flockOf(runs: number, toolMs: OptionValue): FlockSpec {
  const many = runs >= MANY;
  return {
    toolMs: wholeNumber('tool-ms', toolMs, many ? TOOL_WITH_MANY_MS : TOOL_MS),
    untilNextStep: !many,
  };
}

function cellsOf(given: Readonly<Record<string, OptionValue>>): ResumeOptions['cells'] {
  const fallback = given.runs === undefined ? undefined : 'running';
  const names = namesOf('scenario', given.scenario ?? fallback, SCENARIO_NAMES);
  const sizes =
    typeof given.runs === 'string'
      ? given.runs.split(',').map((text) => wholeNumber('runs', text, 1))
      : undefined;
  return names.flatMap((scenario) =>
    (sizes ?? SCENARIOS[scenario].sizes).map((runs) => ({ scenario, runs })),
  );
}

function namesOf<Name extends string>(option: string, value: OptionValue, names: readonly Name[]): Name[] {
  if (typeof value !== 'string') return [...names];
  return value.split(',').map((text) => {
    const found = names.find((name) => name === text);
    if (found === undefined) throw new TypeError(`--${option} ${text}: give ${names.join(', ')}`);
    return found;
  });
}
