import type { AllResumes } from '../../api/types.ts';

export interface LatencyScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** Round latencies, seconds: a person reads them at once on a logarithmic axis. */
const ROUND_SECONDS = [
  0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000,
] as const;
const SHORTEST_SECONDS = ROUND_SECONDS[0];

/** A logarithmic axis that covers these latencies, seconds, from one round number to another. */
export function latencyScale(latencies: readonly number[]): LatencyScale {
  const least = latencies.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = latencies.reduce((a, b) => Math.max(a, b), SHORTEST_SECONDS);
  const from = ROUND_SECONDS.findLast((each) => each <= least) ?? SHORTEST_SECONDS;
  const to = ROUND_SECONDS.find((each) => each >= most && each > from) ?? most;
  return { from, to, ticks: ROUND_SECONDS.filter((each) => each >= from && each <= to) };
}

/** Lines closer than this, as a ratio, would have one label over the other. */
const APART_RATIO = 1.2;

/** The ranks of the distribution as lines; those that lie together share one, at the highest of them. */
export function rankLines({ p50, p95, p99 }: AllResumes['distribution']): { name: string; value: number }[] {
  const lines: { name: string; value: number }[] = [];
  for (const [name, value] of Object.entries({ p50, p95, p99 })) {
    if (value === null) continue;
    const last = lines.at(-1);
    if (last === undefined || value > last.value * APART_RATIO) lines.push({ name, value });
    else lines[lines.length - 1] = { name: `${last.name} ${name}`, value };
  }
  return lines;
}
