import type { BenchServers } from './servers.ts';

export type OptionValue = string | boolean | undefined;

export interface BenchmarkContext {
  readonly servers: BenchServers;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** A line of progress, to stderr. */
  readonly report: (line: string) => void;
  /** Aborted by Ctrl-C: the benchmark ends between two batches. */
  readonly signal: AbortSignal;
}

export interface BenchmarkResult {
  readonly json: object;
  readonly text: string;
}

export interface Benchmark {
  readonly summary: string;
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly help: string }>>;
  run(context: BenchmarkContext): Promise<BenchmarkResult>;
}

/** A benchmark that starts a whole stack of its own instead of the servers alone. */
export interface OwnBenchmark extends Omit<Benchmark, 'run'> {
  runAlone(context: Omit<BenchmarkContext, 'servers'>): Promise<BenchmarkResult>;
}

/** A positive whole number given as an option. Throws a TypeError that names the option. */
export function wholeNumber(name: string, value: OptionValue, fallback: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new TypeError(`--${name} ${String(value)}: give a whole number of at least 1`);
  }
  return number;
}
