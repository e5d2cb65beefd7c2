import type { DeathEvidence } from '@checkpoint/contracts';
import type { HeldWork, WorkerView } from '@checkpoint/contracts/api';
import type { z } from 'zod';
import { toWorkerPod, type WorkerPodRow } from './pods.ts';
import { type Db, instant, nullableInstant, rows } from './statements.ts';

interface WorkerRow {
  worker_id: string;
  host: string;
  pid: number | null;
  build_id: string;
  started_at: Date;
  beat_at: Date;
  lease_until: Date;
  state: WorkerView['state'];
  died_at: Date | null;
  issued_at: Date | null;
  evidence: DeathEvidence | null;
  detail: Record<string, unknown> | null;
  holds: z.infer<typeof HeldWork>[];
  pod: WorkerPodRow | null;
}

/** The living first; the dead of the last day after them. */
export async function listWorkers(db: Db, sessions: SessionTimes): Promise<WorkerView[]> {
  return (await rows<WorkerRow>(db, 'list-workers', [null])).map((worker) => toWorker(worker, sessions));
}

/** Undefined for a worker that nobody registered, or that has been dead for more than a day. */
export async function findWorker(
  db: Db,
  workerId: string,
): Promise<Omit<WorkerView, 'sessionSince'> | undefined> {
  const noSessions: SessionTimes = { since: () => undefined };
  return (await rows<WorkerRow>(db, 'list-workers', [workerId])).map((worker) =>
    toWorker(worker, noSessions),
  )[0];
}

/** Which workers hold a session with this API, and since when. */
export interface SessionTimes {
  since(workerId: string): Date | undefined;
}

function toWorker(worker: WorkerRow, sessions: SessionTimes): WorkerView {
  const { died_at, issued_at, evidence } = worker;
  return {
    workerId: worker.worker_id,
    host: worker.host,
    pid: worker.pid,
    buildId: worker.build_id,
    startedAt: instant(worker.started_at),
    beatAt: instant(worker.beat_at),
    leaseUntil: instant(worker.lease_until),
    sessionSince: nullableInstant(sessions.since(worker.worker_id) ?? null),
    pod: worker.pod === null ? null : toWorkerPod(worker.pod),
    state: worker.state,
    holds: worker.holds.map((held) => ({ ...held, startedAt: instant(held.startedAt) })),
    death:
      died_at === null || issued_at === null || evidence === null
        ? null
        : { diedAt: instant(died_at), issuedAt: instant(issued_at), evidence, detail: worker.detail ?? {} },
  };
}
