import type { DeathEvidence } from '@checkpoint/contracts';
import type { HeldWork, WorkerView } from '@checkpoint/contracts/api';
import type { z } from 'zod';
import { type Db, instant, rows } from './statements.ts';

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
}

/** The living first; the dead of the last day after them. */
export async function listWorkers(db: Db): Promise<WorkerView[]> {
  return (await rows<WorkerRow>(db, 'list-workers', [null])).map(toWorker);
}

/** Undefined for a worker that nobody registered, or that has been dead for more than a day. */
export async function findWorker(db: Db, workerId: string): Promise<WorkerView | undefined> {
  return (await rows<WorkerRow>(db, 'list-workers', [workerId])).map(toWorker)[0];
}

function toWorker(worker: WorkerRow): WorkerView {
  const { died_at, issued_at, evidence } = worker;
  return {
    workerId: worker.worker_id,
    host: worker.host,
    pid: worker.pid,
    buildId: worker.build_id,
    startedAt: instant(worker.started_at),
    beatAt: instant(worker.beat_at),
    leaseUntil: instant(worker.lease_until),
    state: worker.state,
    holds: worker.holds.map((held) => ({ ...held, startedAt: instant(held.startedAt) })),
    death:
      died_at === null || issued_at === null || evidence === null
        ? null
        : { diedAt: instant(died_at), issuedAt: instant(issued_at), evidence, detail: worker.detail ?? {} },
  };
}
