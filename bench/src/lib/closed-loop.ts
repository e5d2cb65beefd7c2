/** What one batch measured. */
export interface Batch {
  readonly samplesMs: readonly number[];
  readonly wallMs: number;
}

/**
 * Runs `total` operations with `inFlight` of them at a time: each loop begins its next one when its last has ended.
 * A failure ends the batch and is thrown.
 */
export async function closedLoop(
  inFlight: number,
  total: number,
  operation: (index: number) => Promise<unknown>,
): Promise<Batch> {
  const samplesMs: number[] = [];
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < total) {
      const index = next;
      next += 1;
      const begun = performance.now();
      await operation(index);
      samplesMs.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: Math.min(inFlight, total) }, loop));
  return { samplesMs, wallMs: performance.now() - begun };
}
