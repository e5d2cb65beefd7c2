import { type Adoptable, adoptableWorkers } from '../store/fleet.ts';
import type { Db } from '../store/statements.ts';
import { type Member, watchProcess } from './member.ts';
import { isRunning } from './process-table.ts';
import type { ReportDeath } from './types.ts';

/**
 * Workers of this host that live and that the fleet does not know: an earlier API started them. Those that died while
 * nobody watched are reported with the time of their last beat, the earliest at which they can have died, so that no
 * resume looks faster than it was.
 */
export async function adoptable(
  db: Db,
  host: string,
  known: (workerId: string) => boolean,
  reportDeath: ReportDeath,
): Promise<Member[]> {
  const found: Member[] = [];
  for (const worker of await adoptableWorkers(db, host)) {
    if (known(worker.worker_id)) continue;
    if (isRunning(worker.pid, worker.pid_started)) {
      found.push(toMember(worker));
    } else {
      const detail = { pid: worker.pid, signal: null, code: null, seenBy: 'process table' };
      await reportDeath({ workerId: worker.worker_id, detail, diedAt: worker.beat_at });
    }
  }
  return found;
}

function toMember(worker: Adoptable): Member {
  return {
    workerId: worker.worker_id,
    pid: worker.pid,
    pidStarted: worker.pid_started,
    // It lived before we came: however soon it ends now, it had started well.
    bornMs: Number.NEGATIVE_INFINITY,
    ...watchProcess(worker.pid, worker.pid_started),
    buried: Promise.withResolvers(),
  };
}
