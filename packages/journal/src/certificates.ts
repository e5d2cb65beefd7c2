import { type DeathEvidence, InvariantError, type RunId, WorkerId } from '@checkpoint/contracts';
import { type Db, run } from './statements.ts';

export interface DeathNotice {
  readonly workerId: string;
  readonly evidence: DeathEvidence;
  /** Who issues it: an API replica, a supervisor, the worker itself when it stops in order. */
  readonly issuedBy: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Milliseconds since the first sign of the death reached whoever issues this. Default 0. */
  readonly noticedMsAgo?: number;
  /** When it died, if the evidence says so. Default: now, or the end of the lease for `lease_ended`. */
  readonly diedAt?: Date;
}

export interface DeathCertificate {
  /** False when an earlier certificate stands; the other fields are then the earlier one's. */
  readonly first: boolean;
  readonly diedAt: Date;
  readonly issuedAt: Date;
  readonly evidence: DeathEvidence;
}

/** Certifies a death. Idempotent: the first certificate stands. Throws InvariantError for a worker nobody registered. */
export async function certifyDeath(db: Db, notice: DeathNotice): Promise<DeathCertificate> {
  const { rows } = await run<{ first: boolean; died_at: Date; issued_at: Date; evidence: DeathEvidence }>(
    db,
    'certify-death',
    [
      notice.workerId,
      notice.evidence,
      notice.issuedBy,
      JSON.stringify(notice.detail ?? {}),
      notice.diedAt ?? null,
      notice.noticedMsAgo ?? 0,
    ],
  );
  const row = rows[0];
  if (row !== undefined) {
    return { first: row.first, diedAt: row.died_at, issuedAt: row.issued_at, evidence: row.evidence };
  }
  // Another replica's certificate committed between this statement's snapshot and its insert, or the worker is unknown.
  const again = await db.query<{ died_at: Date; issued_at: Date; evidence: DeathEvidence }>(
    'SELECT died_at, issued_at, evidence FROM death_certificates WHERE worker_id = $1',
    [notice.workerId],
  );
  const standing = again.rows[0];
  if (standing === undefined) throw new InvariantError(`worker ${notice.workerId} was never registered`);
  return {
    first: false,
    diedAt: standing.died_at,
    issuedAt: standing.issued_at,
    evidence: standing.evidence,
  };
}

/** Notes that everything a dead worker held was handed back. The first time stands. */
export async function noteRelease(db: Db, workerId: string): Promise<void> {
  await run(db, 'note-release', [workerId]);
}

/** Workers whose lease has ended and who have no certificate. */
export async function lapsedWorkers(db: Db): Promise<{ workerId: WorkerId; leaseUntil: Date }[]> {
  const { rows } = await run<{ worker_id: string; lease_until: Date }>(db, 'lapsed-workers', []);
  return rows.map((row) => ({ workerId: WorkerId.parse(row.worker_id), leaseUntil: row.lease_until }));
}

/** From now on no new effect of this run is intended. Idempotent; never undone. */
export async function stopRun(db: Db, stop: { runId: string; reason: string }): Promise<void> {
  await run(db, 'stop-run', [stop.runId, stop.reason]);
}

/**
 * Settles what a stopped run left in flight on workers that are dead: `unknown` when it may have been sent, `rejected`
 * when it was not. Effects that a living worker still performs are left to it. Idempotent.
 */
export async function giveUpStopped(
  db: Db,
  runId: RunId | string,
): Promise<{ key: string; state: string }[]> {
  const { rows } = await run<{ key: string; state: string }>(db, 'give-up-stopped', [runId]);
  return rows;
}
