import { asError, type EffectKey, type Epoch, type Move, RetryableError } from '@checkpoint/contracts';
import type pg from 'pg';
import { LEASE_MARGIN_MS, type Lease } from './lease.ts';
import { LEASE_RETRY_MS } from './limits.ts';
import { run } from './statements.ts';
import type { Effect, JournalTool, PerformOptions, SendContext } from './types.ts';

/** What the moves of one effect share. */
export interface Performance {
  readonly pool: pg.Pool;
  readonly lease: Lease;
  readonly key: EffectKey;
  readonly effect: Effect;
  readonly tool: JournalTool;
  readonly options: PerformOptions;
  readonly at: (move: Move) => Promise<void>;
  readonly monotonicMs: () => number;
}

/** The right to send under one epoch. */
export interface Grant {
  readonly epoch: Epoch;
  readonly bytes: string;
  /** Milliseconds since the last instant at which an earlier attempt could leave its process; negative: not yet. */
  readonly msSinceLanded?: number;
  /** When the two ages below were known, in monotonic milliseconds. */
  readonly takenAt?: number;
  /** Milliseconds since the first attempt that may have sent. */
  readonly msSinceFirstSend?: number;
}

export interface Permit {
  /** The lease that was held when the attempt began. One that lapsed since let others take over: the permit ends with it. */
  readonly lost: AbortSignal;
  /** Monotonic milliseconds after which nothing more is sent under this intent. */
  readonly sendBefore: number;
}

/** Move 2, without I/O: throws RetryableError when this attempt may send nothing. */
export function check(p: Performance, permit: Permit): void {
  if (permit.lost.aborted || p.lease.remainingMs() < LEASE_MARGIN_MS) throw leaseLost(p);
  if (p.monotonicMs() >= permit.sendBefore) {
    throw new RetryableError('LEASE_LOST', `the intent of ${p.key} is too old to be sent`, LEASE_RETRY_MS);
  }
}

/** What an attempt without a lease ends with. */
export function leaseLost(p: Performance): RetryableError {
  return new RetryableError(
    'LEASE_LOST',
    `worker ${p.lease.workerId} cannot show that it is alive, so ${p.key} is not sent`,
    LEASE_RETRY_MS,
  );
}

/** What a tool or a probe is handed. */
export function sendContext(p: Performance, grant: Grant, permit: Permit): SendContext {
  const remainingMs = (): number =>
    permit.lost.aborted
      ? 0
      : Math.max(0, Math.min(p.lease.remainingMs(), permit.sendBefore - p.monotonicMs()));
  const deadline = AbortSignal.timeout(Math.max(1, Math.ceil(permit.sendBefore - p.monotonicMs())));
  const signals = p.options.signal === undefined ? [deadline] : [deadline, p.options.signal];
  return {
    key: p.key,
    epoch: grant.epoch,
    bytes: grant.bytes,
    signal: AbortSignal.any([...signals, permit.lost]),
    remainingMs,
    at: p.at,
  };
}

/** A place at which the attempt may be given up. It is then ended as what it is by now, so that another may go on at once. */
export async function atOrClose(
  p: Performance,
  grant: Grant,
  move: Move,
  outcome: 'deferred' | 'ambiguous',
): Promise<void> {
  try {
    await p.at(move);
  } catch (thrown) {
    await closeAttempt(p, grant, outcome, asError(thrown));
    throw thrown;
  }
}

/** Ends this attempt without settling the effect. */
export async function closeAttempt(
  p: Performance,
  grant: Grant,
  outcome: 'not_sent' | 'deferred' | 'ambiguous' | 'given_up',
  error: Error,
): Promise<void> {
  await run(p.pool, 'close-attempt', [p.key, grant.epoch, outcome, error.message]);
}
