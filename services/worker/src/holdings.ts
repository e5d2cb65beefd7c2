/** What this process holds: attempts that run in it, and runs whose workflows may be in its memory. */
export interface Holdings {
  /** An attempt of this run begins. `attempt` is for people: `<run>:<step>:<activity>`. */
  begin(runId: string, attempt: string): void;
  end(attempt: string): void;
  readonly attempts: readonly string[];
  /** Those whose attempts ran here last, the latest at the end. */
  readonly runs: readonly string[];
}

/** `maxRuns`: the workflows that the worker keeps in memory; those of older runs are no longer there. */
export function createHoldings(maxRuns: number): Holdings {
  const attempts = new Set<string>();
  const runs = new Set<string>();
  return {
    begin(runId, attempt) {
      attempts.add(attempt);
      runs.delete(runId);
      runs.add(runId);
      const [oldest] = runs;
      if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest);
    },
    end: (attempt) => void attempts.delete(attempt),
    get attempts() {
      return [...attempts];
    },
    get runs() {
      return [...runs];
    },
  };
}
