/** How long a change waits until a reader hears of it, at most, ms. One query serves all readers. */
export const EVENT_POLL_MS = 150;
/** After a poll that failed, ms: Postgres is away, and asking faster brings it back no sooner. */
export const EVENT_RETRY_MS = 1_000;
/** Rows that one poll reads; a longer backlog is read on at once. */
export const EVENT_BATCH_ROWS = 500;
/** Events that wait for one slow reader. Then its stream ends, and it comes back with its last id. */
export const MAX_QUEUED_EVENTS = 5_000;
/** A comment that keeps proxies from closing an idle stream, ms. Half of the usual 30 s limit. */
export const KEEP_ALIVE_COMMENT_MS = 15_000;
/** A reader that lost its stream comes back after this time, ms. */
export const RECONNECT_MS = 500;
/**
 * Events of a run are kept for this long after its end, and events of workers for this long, seconds: a week. They say
 * only what changed, and a page that slept longer reads everything anew.
 */
export const EVENTS_KEPT_SECONDS = 7 * 86_400;
/** From one turn of pruning to the next, ms. */
export const PRUNE_EVERY_MS = 60_000;
/** Events that one statement of pruning looks at: some 50 ms of work. */
export const PRUNE_BATCH_ROWS = 5_000;
/** Statements of one turn. 100,000 events a minute: more than 100 steps a second leave behind. */
export const PRUNE_BATCHES = 20;
