/** One call to Kubernetes, ms. An API server that is restarting is asked again rather than waited for. */
export const CALL_TIMEOUT_MS = 5_000;
/** A watch lives at most this long, seconds, and then the pods are listed again: the list is the truth. Drawn for each. */
export const RELIST_SECONDS = { min: 30, max: 60 } as const;
/** A watch that outlives its time by this much is dead and does not know it, ms. */
export const WATCH_SLACK_MS = 5_000;
/** Waits after a list or a watch that broke, ms: doubled each time up to the second, and a random part of that is waited. */
export const FIRST_RETRY_MS = 200;
export const MAX_RETRY_MS = 10_000;
/** How long a kill waits for the death that it asked for, ms: the kubelet gives a process 2 s after SIGTERM. */
export const POD_KILL_WAIT_MS = 8_000;
/** A kill looks for what has become of its worker this often, ms. */
export const POD_KILL_LOOK_MS = 50;
/**
 * A worker that lost its lease ends by itself at its next beat, and its container is started again, ever more slowly if it
 * must be. The pod of one that has not ended by then is frozen, or its node is gone: it is deleted, ms.
 */
export const PUT_DOWN_AFTER_MS = 5_000;
/** Observations that Postgres did not take are tried again this often, ms. */
export const FLUSH_MS = 1_000;
/** When a session has closed, the port of its worker is asked after these times, ms: a process on its way out closes it last. */
export const KNOCKS_MS = [0, 5, 20, 60, 150, 400] as const;
/** An answer of a pod's kernel takes a round trip. Silence for this long says nothing, ms. */
export const KNOCK_TIMEOUT_MS = 250;
/** A pod takes the place of one that ended at most this long ago, seconds: an older one was given up, for example scaled away. */
export const REPLACED_WITHIN_SECONDS = 600;
