import { InvariantError } from '@checkpoint/contracts';
import type { KillReport } from '@checkpoint/contracts/api';
import { type Db, row, rows } from './statements.ts';

export interface Adoptable {
  readonly worker_id: string;
  readonly pid: number;
  readonly pid_started: string;
  readonly beat_at: Date;
}

/** Workers of a host that have no death certificate, oldest first. */
export async function adoptableWorkers(db: Db, host: string): Promise<Adoptable[]> {
  return await rows<Adoptable>(db, 'adoptable-workers', [host]);
}

export async function insertKill(
  db: Db,
  workerId: string,
  action: KillReport['action'],
): Promise<{ id: string; requestedAt: Date }> {
  const kill = await row<{ id: string; requested_at: Date }>(db, 'insert-kill', [workerId, action]);
  if (kill === undefined) throw new InvariantError('an insert into kills returned no row');
  return { id: kill.id, requestedAt: kill.requested_at };
}

/** Notes that Kubernetes accepted the deletion, `msAgo` milliseconds ago. */
export async function acceptKill(db: Db, id: string, msAgo: number): Promise<void> {
  await rows(db, 'accept-kill', [id, msAgo]);
}

export async function storeKillReport(db: Db, id: string, report: KillReport): Promise<void> {
  await rows(db, 'store-kill-report', [id, JSON.stringify(report)]);
}
