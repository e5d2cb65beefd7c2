/** An adopted worker's entry in the process table is looked at this often, ms: the kernel tells only a parent. */
export const WATCH_MS = 50;
/** When a worker's session has closed, its process is looked at after these times, ms: it is on its way out. */
export const LOOKS_MS = [0, 2, 5, 10, 20] as const;
/** Workers that a predecessor of this API started and that had not registered when we looked, ms. */
export const ADOPT_EVERY_MS = 2_000;
/** From SIGTERM to SIGKILL when the fleet stops its workers, ms. A worker's own grace is shorter. */
export const STOP_WAIT_MS = 15_000;
/** How long a kill waits for the death that it asked for, ms. SIGKILL takes milliseconds unless the disk hangs. */
export const KILL_WAIT_MS = 5_000;
/** The replacement of a dead worker waits for the release of its work, at most this long, ms: starting costs CPU. */
export const RELEASE_FIRST_MS = 500;
/**
 * And for the others to take the work up, ms: a process that starts keeps a core busy for a second, just when ten runs at
 * once are being replayed. Where no other worker lives, the replacement starts at once.
 */
export const RESUME_FIRST_MS = 750;
/** A worker that ends sooner than this did not start well, ms. */
export const EARLY_DEATH_MS = 5_000;
/** Waits between starts that fail at once, ms: doubled each time, from the second in a row. */
export const FIRST_BACKOFF_MS = 250;
export const MAX_BACKOFF_MS = 30_000;
