import type { CrashDemo } from './context.ts';
import type { Kill } from './kills.ts';

/** One attempt that a kill interrupted, and how long its work stood still, in milliseconds. */
export interface Interruption {
  readonly kill: Kill;
  readonly runId: string;
  readonly step: number;
  readonly tool: string;
  /** From the accepted deletion, or the signal. */
  readonly fromKillMs: number;
  /** From the end of the process; 0 when the worker gave it away before it died. */
  readonly fromDeathMs: number;
}

/** Reads each run's attempts and pairs those that a kill interrupted with the next attempt of the same work elsewhere. */
export async function interruptions({ product, runIds, kills }: CrashDemo): Promise<Interruption[]> {
  const found = await Promise.all(
    runIds.map(async (runId) => {
      const { attempts } = await product.attempts(runId);
      return kills.flatMap((kill) =>
        attempts
          .filter((item) => item.workerId === kill.workerId && isOpenAt(item, kill.acceptedMs))
          .flatMap(({ step, activity, tool, attempt }) => {
            const next = attempts
              .filter((item) => item.step === step && item.activity === activity && item.attempt > attempt)
              .sort((a, b) => a.attempt - b.attempt)[0];
            if (next === undefined) return [];
            const againMs = Date.parse(next.startedAt);
            const fromDeathMs = Math.max(0, againMs - kill.diedMs);
            return [{ kill, runId, step, tool, fromKillMs: againMs - kill.acceptedMs, fromDeathMs }];
          }),
      );
    }),
  );
  return found.flat();
}

function isOpenAt(attempt: { startedAt: string; endedAt: string | null }, atMs: number): boolean {
  const endedMs = attempt.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(attempt.endedAt);
  return Date.parse(attempt.startedAt) <= atMs && endedMs >= atMs;
}

/** Nearest rank: the smallest value that at least this share of them does not exceed. NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** `p50 120, p99 480, max 480 ms of 12`. */
export function inWords(values: readonly number[]): string {
  const [p50, p99] = [percentile(values, 0.5), percentile(values, 0.99)].map(Math.round);
  return `p50 ${p50}, p99 ${p99}, max ${Math.round(Math.max(...values))} ms of ${values.length}`;
}
