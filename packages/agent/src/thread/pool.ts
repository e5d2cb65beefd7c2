import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';

/** Threads at once. Work that fills a core gains nothing from more threads than cores, and the main thread needs its own. */
const THREADS = Math.max(1, availableParallelism() - 1);
/** Milliseconds until a thread without work ends: a start costs some 50 ms, a sleeping thread some 10 MB. */
const IDLE_MS = 60_000;

let shared: Promise<Piscina> | undefined;

/** The threads of this process, started when the first tool needs one. They keep no process alive. */
export function threads(): Promise<Piscina> {
  shared ??= import('piscina').then(
    ({ Piscina: Pool }) =>
      new Pool({
        filename: fileURLToPath(new URL('./entry.ts', import.meta.url)),
        minThreads: 0,
        maxThreads: THREADS,
        concurrentTasksPerWorker: 1,
        idleTimeout: IDLE_MS,
        // Waiting asleep would be faster by microseconds, and would leave what a module keeps open unattended.
        atomics: 'disabled',
      }),
  );
  return shared;
}
