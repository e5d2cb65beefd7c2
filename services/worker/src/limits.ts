/** Activities at once: most wait for others, and a worker must have room for all that a dead one held beside its own. */
export const MAX_ACTIVITIES = 400;
/**
 * Workflow tasks at once. Their time-out runs from when Temporal hands them out, and one thread works on them: no more
 * than it replays in a part of the time-out, when a dead worker's runs arrive all at once.
 */
export const MAX_WORKFLOW_TASKS = 5;
/** Connections of the pool: what the activities keep busy at a few milliseconds a statement. */
export const POOL_SIZE = 16;
/**
 * Connections that are opened before the first task and kept: a worker that takes over ten runs at once would else spend
 * 10 to 20 ms of CPU on each of them, here and in Postgres, just then.
 */
export const POOL_READY = 10;
/** Milliseconds to wait for a connection before an attempt fails and is tried again: back-pressure, not a queue. */
export const POOL_WAIT_MS = 5_000;
/** Milliseconds for one statement: all of ours are short, so a longer one is a fault of the database. */
export const STATEMENT_TIMEOUT_MS = 10_000;
/** Milliseconds until a connection that does not answer counts as broken: longer than any statement may take. */
export const ANSWER_TIMEOUT_MS = 12_000;
/** Milliseconds for a beat: two that hang must not outlast the lease of 3,000. */
export const BEAT_ANSWER_TIMEOUT_MS = 1_000;
/** Workflows kept in memory; more are replayed from history when they go on. */
export const MAX_CACHED_WORKFLOWS = 500;
/** Heartbeats are sent this often at most; by default only after 0.8 of their time-out, which leaves a busy worker 0.5 s. */
export const HEARTBEAT_THROTTLE = '1 second';
/** Milliseconds after which a workflow task left on a dead worker's own queue goes back to all workers (0.7 s in all). */
export const STICKY_TIMEOUT_MS = 200;
/** Milliseconds for which activities go on after SIGTERM, so that a tool in the middle can settle. */
export const SHUTDOWN_GRACE_MS = 10_000;
/** Milliseconds after which the process ends although a tool still hangs. */
export const SHUTDOWN_FORCE_MS = 15_000;
/** Milliseconds that a model call may take beyond its providers' own time-outs: the journal and the re-queue. */
export const MODEL_SLACK_MS = 30_000;
