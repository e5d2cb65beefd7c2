import { asError, InvariantError, type WorkerId } from '@checkpoint/contracts';
import { type Db, run } from './statements.ts';

/** A worker is believed to live for this long after a beat, in milliseconds (DESIGN §5). */
export const LEASE_MS = 3_000;
/** Milliseconds between beats: three may fail before the lease ends. */
export const BEAT_MS = 1_000;
/** Nothing is sent in the last milliseconds of a lease: a request needs time to leave the process. */
export const LEASE_MARGIN_MS = 500;

export interface WorkerRow {
  readonly workerId: WorkerId;
  readonly host: string;
  readonly pid: number;
  /** Start time of the process as the kernel counts it, so that a reused pid is told apart; null where unknown. */
  readonly pidStarted: string | null;
  readonly buildId: string;
}

export interface Lease {
  readonly workerId: WorkerId;
  /** Milliseconds for which this process may still send, by its own clocks; 0 when it may not. */
  remainingMs(): number;
  /** Aborted when the lease lapses; a lease that is held again has a new signal. */
  readonly lost: AbortSignal;
  /** Resolves when a certificate says that this worker is dead: it must end, it will never hold a lease again. */
  readonly revoked: Promise<void>;
  /** Stops beating. The lease runs out by itself. */
  stop(): void;
}

export interface LeaseOptions {
  /** A connection of its own: beats must not wait behind tools for a place in the pool. */
  readonly db: Db;
  readonly worker: WorkerRow;
  readonly leaseMs?: number;
  readonly beatMs?: number;
  readonly onError?: (error: Error) => void;
  /** Runs on through a freeze of the process, so a woken worker knows that its lease has ended. */
  readonly monotonicMs?: () => number;
  /**
   * Runs on while the whole machine sleeps, which the monotonic clock of Linux does not. It may only shorten the lease:
   * set back, it gives no time; set forward, it takes the lease away until the next beat.
   */
  readonly wallMs?: () => number;
}

/** One instant by both clocks. */
interface Clocks {
  readonly monotonicMs: number;
  readonly wallMs: number;
}
const NEVER: Clocks = { monotonicMs: 0, wallMs: 0 };

/**
 * Registers this process as a worker and beats until stopped. Throws when the row cannot be written.
 *
 * States: held (the last beat that the database confirmed began less than `leaseMs` ago) → lapsed (no beat went
 * through; sends nothing) → held again at the next confirmed beat, or → revoked (certified dead; final).
 */
export async function startLease(options: LeaseOptions): Promise<Lease> {
  const { db, worker, leaseMs = LEASE_MS, beatMs = BEAT_MS } = options;
  const { monotonicMs = () => performance.now(), wallMs = () => Date.now() } = options;
  if (beatMs * 2 > leaseMs)
    throw new InvariantError(`beatMs ${beatMs} must be at most half of leaseMs ${leaseMs}`);
  const until = (): Clocks => ({ monotonicMs: monotonicMs() + leaseMs, wallMs: wallMs() + leaseMs });
  let heldUntil = until();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let lapse: NodeJS.Timeout | undefined;
  let lost = new AbortController();
  const { promise: revoked, resolve: revoke } = Promise.withResolvers<void>();
  await run(db, 'register-worker', [
    worker.workerId,
    worker.host,
    worker.pid,
    worker.pidStarted,
    worker.buildId,
    leaseMs,
  ]);

  const lapseNow = (): void => lost.abort(new Error(`the lease of ${worker.workerId} has ended`));
  const remainingMs = (): number =>
    Math.max(0, Math.min(heldUntil.monotonicMs - monotonicMs(), heldUntil.wallMs - wallMs()));
  const hold = (next: Clocks): void => {
    // A process that woke beats before its timers say that the lease had ended: what it began before is void.
    if (remainingMs() === 0) lapseNow();
    heldUntil = next;
    if (lost.signal.aborted) lost = new AbortController();
    clearTimeout(lapse);
    lapse = setTimeout(lapseNow, remainingMs()).unref();
  };
  const end = (): void => {
    stopped = true;
    heldUntil = NEVER;
    clearTimeout(timer);
    clearTimeout(lapse);
    lapseNow();
  };
  hold(heldUntil);

  const beat = async (): Promise<void> => {
    // Taken before the statement leaves: the database's lease ends later than this process believes.
    const next = until();
    try {
      const { rowCount } = await run(db, 'renew-lease', [worker.workerId, leaseMs]);
      if (rowCount === 0) {
        end();
        revoke();
        return;
      }
      hold(next);
    } catch (thrown) {
      options.onError?.(asError(thrown));
    }
    schedule();
  };
  const schedule = (): void => {
    if (!stopped) timer = setTimeout(() => void beat(), beatMs).unref();
  };
  schedule();

  return {
    workerId: worker.workerId,
    get lost() {
      return lost.signal;
    },
    remainingMs,
    revoked,
    stop: end,
  };
}
