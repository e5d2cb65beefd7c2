/** Often enough that nobody takes a long wait for a hang. */
const LINE_EVERY_MS = 10_000;

/** The clock of a terminal: `1:05`. */
export function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Runs `work` and reports a line each ten seconds while it lasts: what, the time so far and, when `estimate` gives
 * one, the time left.
 */
export async function withProgress<T>(
  what: string,
  report: (line: string) => void,
  work: () => Promise<T>,
  estimate: (elapsedMs: number) => string = () => '',
): Promise<T> {
  const begun = performance.now();
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - begun;
    report(`${what}: ${clock(elapsedMs)} so far${estimate(elapsedMs)}`);
  }, LINE_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
