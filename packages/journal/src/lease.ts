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
  /** Milliseconds for which this process may still send, by its own monotonic clock; 0 when it may not. */
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
}

/**
 * Registers this process as a worker and beats until stopped. Throws when the row cannot be written.
 *
 * States: held (the last beat that the database confirmed began less than `leaseMs` ago) → lapsed (no beat went
 * through; sends nothing) → held again at the next confirmed beat, or → revoked (certified dead; final).
 */
export async function startLease(options: LeaseOptions): Promise<Lease> {
  const { db, worker, leaseMs = LEASE_MS, beatMs = BEAT_MS, monotonicMs = () => performance.now() } = options;
  if (beatMs * 2 > leaseMs)
    throw new InvariantError(`beatMs ${beatMs} must be at most half of leaseMs ${leaseMs}`);
  let heldUntil = monotonicMs() + leaseMs;
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
  const hold = (until: number): void => {
    // A process that woke beats before its timers say that the lease had ended: what it began before is void.
    if (monotonicMs() >= heldUntil) lapseNow();
    heldUntil = until;
    if (lost.signal.aborted) lost = new AbortController();
    clearTimeout(lapse);
    lapse = setTimeout(lapseNow, Math.max(0, until - monotonicMs())).unref();
  };
  const end = (): void => {
    stopped = true;
    heldUntil = 0;
    clearTimeout(timer);
    clearTimeout(lapse);
    lapseNow();
  };
  hold(heldUntil);

  const beat = async (): Promise<void> => {
    // Taken before the statement leaves: the database's lease ends later than this process believes.
    const begun = monotonicMs();
    try {
      const { rowCount } = await run(db, 'renew-lease', [worker.workerId, leaseMs]);
      if (rowCount === 0) {
        end();
        revoke();
        return;
      }
      hold(begun + leaseMs);
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
    remainingMs: () => Math.max(0, heldUntil - monotonicMs()),
    revoked,
    stop: end,
  };
}
