import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { clock } from '@checkpoint/local';
import type { Descendants } from './processes.ts';

/** Two cores on the smallest machine we promise to run on. */
const CONCURRENCY = 2;

/** One test. Tests that start real processes take some seconds on a busy machine; those that need more say so. */
const TEST_WITHIN_MS = 120_000;

/** One file, from its start. A blocked event loop cannot time out by itself, so it is killed from here. */
const FILE_WITHIN_MS = 10 * 60_000;

/** What an interrupted run may still take to report; its processes are killed meanwhile. */
const REPORT_AFTER_ABORT_MS = 5_000;

export type Outcome = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** Runs the files and writes a report as it goes. Resolves with the counts. */
export async function runTests(
  files: readonly string[],
  descendants: Descendants,
  signal: AbortSignal,
  fileWithinMs: number = FILE_WITHIN_MS,
): Promise<Outcome> {
  const stream = run({ files: [...files], concurrency: CONCURRENCY, timeout: TEST_WITHIN_MS, signal });
  let outcome: Outcome = { passed: 0, failed: 0, skipped: 0 };
  stream.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return;
    const failed = counts.tests - counts.passed - counts.skipped - counts.todo;
    outcome = { passed: counts.passed, failed, skipped: counts.skipped + counts.todo };
  });
  watchFiles(stream, files, descendants, fileWithinMs);
  const report = stream.compose(spec);
  report.pipe(process.stdout, { end: false });
  await new Promise<void>((resolve, reject) => {
    report.once('end', resolve);
    report.once('error', reject);
    // The report does not always see what breaks the run itself.
    stream.once('error', reject);
    signal.addEventListener('abort', () => setTimeout(resolve, REPORT_AFTER_ABORT_MS));
  });
  return outcome;
}

/** Kills a file that takes too long, and says how far the run is. */
function watchFiles(
  stream: ReturnType<typeof run>,
  files: readonly string[],
  descendants: Descendants,
  fileWithinMs: number,
): void {
  const begun = performance.now();
  const timers = new Map<string, NodeJS.Timeout>();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  let done = 0;
  stream.on('test:dequeue', ({ name }) => {
    if (!files.includes(name)) return;
    const late = () => {
      say(`✖ ${name} is not done after ${clock(fileWithinMs)}: killing it`);
      descendants.kill(name);
    };
    timers.set(name, setTimeout(late, fileWithinMs));
  });
  stream.on('test:complete', ({ name }) => {
    if (!timers.has(name)) return;
    clearTimeout(timers.get(name));
    timers.delete(name);
    done += 1;
    say(`▸ ${done} of ${files.length} files done, ${clock(performance.now() - begun)}`);
  });
}
