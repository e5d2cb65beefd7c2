import { setTimeout as delay } from 'node:timers/promises';
import { TerminalError } from '@checkpoint/contracts';
import type { KillReport } from '@checkpoint/contracts/api';
import { workerNotFound } from '../errors.ts';
import { insertKill, storeKillReport } from '../store/fleet.ts';
import type { Db } from '../store/statements.ts';
import { findWorker } from '../store/workers.ts';
import { KILL_WAIT_MS } from './limits.ts';
import type { Member } from './member.ts';
import { isRunning } from './process-table.ts';
import { sendSignal } from './stop.ts';

/** SIGKILLs a member, waits for its death, and stores and returns what was observed. */
export async function killMember(db: Db, member: Member | undefined, workerId: string): Promise<KillReport> {
  const worker = await findWorker(db, workerId);
  if (worker === undefined) throw workerNotFound(workerId);
  if (member === undefined) {
    const why =
      worker.state === 'dead'
        ? `it died at ${worker.death?.diedAt}`
        : `it runs on host ${worker.host} and this fleet neither started nor adopted it`;
    throw new TerminalError('KILL_REFUSED', `worker ${workerId}: ${why}`);
  }
  const kill = await insertKill(db, workerId, 'sigkill');
  // The latest moment at which it surely lived: no resume looks faster than it was.
  member.killedAt ??= kill.requestedAt;
  if (!sendSignal(member, 'SIGKILL')) {
    throw new TerminalError(
      'KILL_REFUSED',
      `worker ${workerId}: it ended by itself before the signal was sent`,
    );
  }
  const observed = await observe(member, kill.requestedAt);
  const report: KillReport = {
    workerId,
    pid: member.pid,
    action: 'sigkill',
    requestedAt: kill.requestedAt.toISOString(),
    observed,
    held: worker.holds,
  };
  await storeKillReport(db, kill.id, report);
  return report;
}

async function observe(member: Member, requestedAt: Date): Promise<KillReport['observed']> {
  const sentMs = performance.now();
  const within = <T>(promise: Promise<T>) =>
    Promise.race([promise, delay(KILL_WAIT_MS, undefined, { ref: false })]);
  const ended = await within(member.ended);
  const gone = !isRunning(member.pid, member.pidStarted);
  // The database's clock at the request plus the time that passed here: one clock for all times of the report.
  const goneAt = new Date(requestedAt.getTime() + performance.now() - sentMs);
  const certified = ended === undefined ? undefined : await within(member.buried.promise);
  return {
    exitSignal: ended?.signal ?? null,
    exitCode: ended?.code ?? null,
    gone,
    goneAt: gone ? goneAt.toISOString() : null,
    certifiedAt: certified?.issuedAt.toISOString() ?? null,
    pod: null,
  };
}
