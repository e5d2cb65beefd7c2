import { hostname } from 'node:os';
import type { Logger } from '@checkpoint/telemetry';
import type { FleetConfig } from '../config.ts';
import { type Loop, startLoop } from '../loop.ts';
import type { Db } from '../store/statements.ts';
import { adoptable } from './adopt.ts';
import { killMember } from './kill.ts';
import { ADOPT_EVERY_MS } from './limits.ts';
import { createRoster, type Roster } from './roster.ts';
import { createStarter, type Starter } from './starter.ts';
import { sendSignal, stopMembers } from './stop.ts';
import type { Fleet, ReportDeath } from './types.ts';

export interface ProcessFleetOptions {
  readonly db: Db;
  readonly config: FleetConfig;
  readonly log: Logger;
  readonly reportDeath: ReportDeath;
}

/**
 * Workers as detached processes of this machine. Deaths are seen by the exit event of a child, or in the process table
 * for a worker that an earlier API started. Each death is reported first, then the place is filled.
 */
export function createProcessFleet({ db, config, log, reportDeath }: ProcessFleetOptions): Fleet {
  let adopting: Loop | undefined;
  let stopped = true;
  const roster: Roster = createRoster({
    log,
    reportDeath,
    async onPlaceFree(livedMs) {
      starter.noteEnd(livedMs);
      await starter.fill();
    },
  });
  const starter: Starter = createStarter({
    config,
    log,
    wanting: () => !stopped && roster.size < config.size,
    othersLive: () => roster.size > 0,
    enter: (member) => roster.enter(member, 'started'),
  });
  const adopt = async (): Promise<void> => {
    const found = await adoptable(db, hostname(), roster.isKnown, reportDeath);
    if (!stopped) for (const member of found) roster.enter(member, 'adopted');
  };

  return {
    kind: 'processes',
    desired: config.size,
    async start() {
      stopped = false;
      await adopt();
      await starter.fill();
      adopting = startLoop({ name: 'adopt', everyMs: ADOPT_EVERY_MS, log, turn: adopt });
    },
    async stop() {
      stopped = true;
      await adopting?.stop();
      if (config.onStop === 'stop') await stopMembers(roster.all(), log);
      for (const member of roster.all()) member.unwatch();
    },
    look: (workerId) => roster.get(workerId)?.look(),
    kill: (workerId) => killMember(db, roster.get(workerId), workerId),
    async putDown(workerId) {
      const member = roster.get(workerId);
      return member !== undefined && sendSignal(member, 'SIGKILL');
    },
  };
}
