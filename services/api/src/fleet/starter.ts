import { setTimeout as delay } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import type { FleetConfig } from '../config.ts';
import { createBackoff } from './backoff.ts';
import { FIRST_BACKOFF_MS, RESUME_FIRST_MS } from './limits.ts';
import type { Member } from './member.ts';
import { spawnWorker } from './spawn.ts';

/** Starts workers until the fleet is full, and slows down when they end at once. */
export interface Starter {
  /** Starts what is missing. Calls that come meanwhile join the one under way. */
  fill(): Promise<void>;
  /** Notes the end of a worker, ms after its start. */
  noteEnd(livedMs: number): void;
}

export interface StarterOptions {
  readonly config: FleetConfig;
  readonly log: Logger;
  /** True while the fleet runs and has fewer members than it should. */
  readonly wanting: () => boolean;
  /** True while a worker lives that takes up the work of a dead one. */
  readonly othersLive: () => boolean;
  readonly enter: (member: Member) => void;
}

export function createStarter({ config, log, wanting, othersLive, enter }: StarterOptions): Starter {
  const backoff = createBackoff();
  let notBeforeMs = 0;
  let filling: Promise<void> | undefined;

  const startMissing = async (): Promise<void> => {
    while (wanting()) {
      const waitMs = notBeforeMs - performance.now();
      if (waitMs > 0) {
        const why = waitMs > RESUME_FIRST_MS ? 'workers end at once' : 'others take the work up first';
        log.info({ waitMs: Math.round(waitMs), why }, 'the next start of a worker waits');
        await delay(waitMs, undefined, { ref: false });
        continue;
      }
      try {
        enter(spawnWorker(config));
      } catch (thrown) {
        log.error({ err: asError(thrown) }, 'a worker could not be started');
        notBeforeMs = performance.now() + Math.max(FIRST_BACKOFF_MS, backoff.afterDeath(0));
      }
    }
  };
  return {
    fill() {
      filling ??= startMissing().finally(() => {
        filling = undefined;
      });
      return filling;
    },
    noteEnd(livedMs) {
      const resumeMs = othersLive() ? RESUME_FIRST_MS : 0;
      notBeforeMs = performance.now() + Math.max(resumeMs, backoff.afterDeath(livedMs));
    },
  };
}
