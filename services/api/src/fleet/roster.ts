import { setTimeout as delay } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import { RELEASE_FIRST_MS } from './limits.ts';
import type { Ended, Member } from './member.ts';
import type { ReportDeath } from './types.ts';

/**
 * The members of a fleet. States: member (its process runs) → burying (it ended, its death is being reported) → gone.
 * Entered by a start or by an adoption, left by death alone.
 */
export interface Roster {
  readonly size: number;
  get(workerId: string): Member | undefined;
  all(): Member[];
  /** Member or burying: no adoption may report it a second time, with a worse time of death. */
  isKnown(workerId: string): boolean;
  enter(member: Member, how: 'started' | 'adopted'): void;
}

export interface RosterOptions {
  readonly log: Logger;
  readonly reportDeath: ReportDeath;
  /** Called once the work was released, or after `RELEASE_FIRST_MS`. */
  readonly onPlaceFree: (livedMs: number) => Promise<void>;
}

export function createRoster({ log, reportDeath, onPlaceFree }: RosterOptions): Roster {
  const members = new Map<string, Member>();
  const burying = new Set<string>();

  const leave = async (member: Member, ended: Ended): Promise<void> => {
    members.delete(member.workerId);
    burying.add(member.workerId);
    const livedMs = Math.round(performance.now() - member.bornMs);
    log.warn({ worker: member.workerId, workerPid: member.pid, ...ended, livedMs }, 'a worker ended');
    await Promise.race([bury(member, ended), delay(RELEASE_FIRST_MS, undefined, { ref: false })]);
    await onPlaceFree(livedMs);
  };
  const bury = async (member: Member, ended: Ended): Promise<void> => {
    const { workerId, killedAt, pid } = member;
    const certified = await reportDeath({ workerId, detail: { pid, ...ended }, diedAt: killedAt }).catch(
      (thrown: unknown) => {
        // The lease runs out, and the sweep certifies that.
        log.error({ err: asError(thrown), worker: workerId }, 'a death was not certified');
        return undefined;
      },
    );
    burying.delete(workerId);
    member.buried.resolve(certified);
  };

  return {
    get size() {
      return members.size;
    },
    get: (workerId) => members.get(workerId),
    all: () => [...members.values()],
    isKnown: (workerId) => members.has(workerId) || burying.has(workerId),
    enter(member, how) {
      members.set(member.workerId, member);
      log.info({ worker: member.workerId, workerPid: member.pid }, `a worker was ${how}`);
      void member.ended.then((ended) => leave(member, ended));
    },
  };
}
