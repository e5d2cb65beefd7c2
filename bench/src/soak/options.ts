import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../lib/benchmark.ts';
import { createRandom, type Random } from '../lib/random.ts';

export interface SoakOptions {
  readonly json: boolean;
  readonly minutes: number;
  readonly runs: number;
  readonly workers: number;
  readonly toolMs: number;
  readonly random: Random;
}

const MINUTES = 10;
const RUNS = 50;
/** One more than two, so that a kill seldom hits the only one that is ready: a start takes some seconds. */
const WORKERS = 3;
/** Milliseconds: long enough that 50 runs keep two cores busy and not overloaded, so that a stall is not just a queue. */
const TOOL_MS = 2_000;
const MAX_SEED = 2 ** 32;

export const USAGE = `usage: npm run soak -- [options]
  --minutes <n>   how long workers are killed (default ${MINUTES})
  --seed <n>      of the kills and of the runs' lengths (default drawn, and printed)
  --runs <n>      runs at a time (default ${RUNS})
  --workers <n>   workers of the fleet (default ${WORKERS})
  --tool-ms <n>   milliseconds that the tool of each step works (default ${TOOL_MS})
  --json          the report as JSON on stdout
`;

/** Reads the command line. Throws a TypeError that names the option. */
export function readOptions(argv: readonly string[]): SoakOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      minutes: text,
      seed: text,
      runs: text,
      workers: text,
      'tool-ms': text,
      json: { type: 'boolean' },
    },
  });
  return {
    json: values.json === true,
    minutes: wholeNumber('minutes', values.minutes, MINUTES),
    runs: wholeNumber('runs', values.runs, RUNS),
    workers: wholeNumber('workers', values.workers, WORKERS),
    toolMs: wholeNumber('tool-ms', values['tool-ms'], TOOL_MS),
    random: createRandom(wholeNumber('seed', values.seed, randomInt(1, MAX_SEED))),
  };
}
