import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import type { FleetConfig } from '../config.ts';
import { type Loop, startLoop } from '../loop.ts';
import type { Db } from '../store/statements.ts';
import { adoptable } from './adopt.ts';
import { createBackoff } from './backoff.ts';
import { killMember } from './kill.ts';
import { ADOPT_EVERY_MS, FIRST_BACKOFF_MS, RELEASE_FIRST_MS } from './limits.ts';
import type { Ended, Member } from './member.ts';
import { spawnWorker } from './spawn.ts';
import { sendSignal, stopMembers } from './stop.ts';
import type { Fleet, ReportDeath } from './types.ts';

export interface ProcessFleetOptions {
  readonly db: Db;
  readonly config: FleetConfig;
  readonly log: Logger;
  readonly reportDeath: ReportDeath;
}

/**
 * Workers as detached processes of this machine.
 *
 * A member is entered by a start or by an adoption, and left by its death alone. Deaths are seen by the exit event of
 * a child, or in the process table for a worker that an earlier API started. Each death is reported, then replaced.
 */
export function createProcessFleet(options: ProcessFleetOptions): Fleet {
  const { db, config, log, reportDeath } = options;
  const members = new Map<string, Member>();
  /** Ended, and not reported yet: no adoption may report them a second time, with a worse time of death. */
  const burying = new Set<string>();
  const backoff = createBackoff();
  let adopting: Loop | undefined;
  let stopped = true;
  let notBeforeMs = 0;
  let filling: Promise<void> | undefined;

  const enter = (member: Member, how: 'started' | 'adopted'): void => {
    members.set(member.workerId, member);
    log.info({ worker: member.workerId, pid: member.pid }, `a worker was ${how}`);
    void member.ended.then((ended) => leave(member, ended));
  };
  const leave = async (member: Member, ended: Ended): Promise<void> => {
    members.delete(member.workerId);
    burying.add(member.workerId);
    const livedMs = Math.round(performance.now() - member.bornMs);
    log.warn({ worker: member.workerId, pid: member.pid, ...ended, livedMs }, 'a worker ended');
    notBeforeMs = performance.now() + backoff.afterDeath(livedMs);
    const detail = { pid: member.pid, signal: ended.signal, code: ended.code, seenBy: ended.seenBy };
    const report = reportDeath({ workerId: member.workerId, detail, diedAt: member.killedAt })
      .catch((thrown: unknown) => {
        // The lease runs out, and the sweep certifies that.
        log.error({ err: asError(thrown), worker: member.workerId }, 'a death was not certified');
        return undefined;
      })
      .then((certified) => {
        burying.delete(member.workerId);
        member.buried.resolve(certified);
      });
    await Promise.race([report, delay(RELEASE_FIRST_MS, undefined, { ref: false })]);
    await fill();
  };
  const fill = (): Promise<void> => {
    filling ??= startMissing().finally(() => {
      filling = undefined;
    });
    return filling;
  };
  const startMissing = async (): Promise<void> => {
    while (!stopped && members.size < config.size) {
      const waitMs = notBeforeMs - performance.now();
      if (waitMs > 0) {
        log.warn({ waitMs: Math.round(waitMs) }, 'workers end at once; the next start waits');
        await delay(waitMs, undefined, { ref: false });
        continue;
      }
      try {
        enter(spawnWorker(config), 'started');
      } catch (thrown) {
        log.error({ err: asError(thrown) }, 'a worker could not be started');
        notBeforeMs = performance.now() + Math.max(FIRST_BACKOFF_MS, backoff.afterDeath(0));
      }
    }
  };
  const isKnown = (workerId: string) => members.has(workerId) || burying.has(workerId);
  const adopt = async (): Promise<void> => {
    const found = await adoptable(db, hostname(), isKnown, reportDeath);
    if (!stopped) for (const member of found) enter(member, 'adopted');
  };

  return {
    kind: 'processes',
    desired: config.size,
    async start() {
      stopped = false;
      await adopt();
      await fill();
      adopting = startLoop({ name: 'adopt', everyMs: ADOPT_EVERY_MS, log, turn: adopt });
    },
    async stop() {
      stopped = true;
      await adopting?.stop();
      if (config.onStop === 'stop') await stopMembers([...members.values()], log);
      for (const member of members.values()) member.unwatch();
    },
    kill: (workerId) => killMember(db, members.get(workerId), workerId),
    async putDown(workerId) {
      const member = members.get(workerId);
      return member !== undefined && sendSignal(member, 'SIGKILL');
    },
  };
}
