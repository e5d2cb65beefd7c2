import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@checkpoint/telemetry';
import { STOP_WAIT_MS } from './limits.ts';
import type { Member } from './member.ts';
import { isRunning } from './process-table.ts';

/** Sends a signal to exactly this process. False when it is gone: its pid may be another's by now. */
export function sendSignal(member: Member, signal: NodeJS.Signals): boolean {
  if (!isRunning(member.pid, member.pidStarted)) return false;
  try {
    return process.kill(member.pid, signal);
  } catch {
    return false;
  }
}

/** SIGTERM to all, a bounded wait, then SIGKILL to whoever is left. Returns once each death was reported. */
export async function stopMembers(members: readonly Member[], log: Logger): Promise<void> {
  for (const member of members) sendSignal(member, 'SIGTERM');
  const ended = Promise.all(members.map((member) => member.buried.promise));
  const late = await Promise.race([ended.then(() => false), delay(STOP_WAIT_MS, true, { ref: false })]);
  if (!late) return;
  for (const member of members) {
    if (sendSignal(member, 'SIGKILL')) log.warn({ worker: member.workerId }, 'a worker did not stop in time');
  }
  await ended;
}
