/** Milliseconds of a set of operations. */
export interface Latency {
  readonly n: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The value below which the share `q` (0 to 1) of the sorted values lies. NaN for none. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** Sums up milliseconds, in any order. */
export function latencyOf(samplesMs: readonly number[]): Latency {
  const sorted = [...samplesMs].sort((a, b) => a - b);
  return {
    n: sorted.length,
    p50: round(quantile(sorted, 0.5)),
    p99: round(quantile(sorted, 0.99)),
    max: round(sorted.at(-1) ?? Number.NaN),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Three decimals are a microsecond where the number is in milliseconds; more would be noise. */
export function round(value: number, decimals = 3): number {
  return Number(value.toFixed(decimals));
}
