import { randomInt } from 'node:crypto';
import { type Benchmark, type OptionValue, wholeNumber } from '../lib/benchmark.ts';
import { createRandom, type Random } from '../lib/random.ts';
import { MODE_NAMES, type ModeName } from './modes.ts';

export const OPTIONS: Benchmark['options'] = {
  only: { type: 'string', help: 'modes, by comma: defaults,tuned,ours (default all)' },
  runs: { type: 'string', help: 'runs on the killed worker, by comma (default 1,10,100)' },
  kills: { type: 'string', help: 'kills of each mode and size (default 30)' },
  'tool-ms': { type: 'string', help: 'milliseconds that the tool of each step works (default 200)' },
  explain: { type: 'boolean', help: "show Temporal's history of the slowest run of each kill" },
  quick: { type: 'boolean', help: 'fewer kills: under five minutes' },
  seed: { type: 'string', help: 'of the moments of the kills (default drawn, and printed)' },
};

export interface ResumeOptions {
  readonly modes: readonly ModeName[];
  readonly sizes: readonly number[];
  readonly killsOf: (mode: ModeName) => number;
  readonly toolMs: number;
  readonly explain: boolean;
  readonly random: Random;
}

const SIZES = [1, 10, 100];
const KILLS = 30;
/** A kill of mode `defaults` takes 7 to 17 s to be mended. */
const QUICK_KILLS: Readonly<Record<ModeName, number>> = { defaults: 2, tuned: 6, ours: 12 };
const MAX_SEED = 2 ** 32;

/** Reads the options. Throws a TypeError that names the option and its value. */
export function readOptions(given: Readonly<Record<string, OptionValue>>): ResumeOptions {
  const kills = wholeNumber('kills', given.kills, KILLS);
  const quick = given.quick === true && given.kills === undefined;
  return {
    modes: listOf(given.only).map(modeName),
    sizes: given.runs === undefined ? SIZES : listOf(given.runs).map((text) => wholeNumber('runs', text, 1)),
    killsOf: (mode) => (quick ? QUICK_KILLS[mode] : kills),
    toolMs: wholeNumber('tool-ms', given['tool-ms'], 200),
    explain: given.explain === true,
    random: createRandom(wholeNumber('seed', given.seed, randomInt(1, MAX_SEED))),
  };
}

function listOf(value: OptionValue): string[] {
  return typeof value === 'string' ? value.split(',') : [...MODE_NAMES];
}

function modeName(text: string): ModeName {
  const found = MODE_NAMES.find((name) => name === text);
  if (found === undefined) throw new TypeError(`--only ${text}: give ${MODE_NAMES.join(', ')}`);
  return found;
}
