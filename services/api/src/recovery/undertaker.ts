import { setTimeout as delay } from 'node:timers/promises';
import { asError, type DeathEvidence, InvariantError } from '@checkpoint/contracts';
import {
  certifyDeath,
  type DeathCertificate,
  type DeathNotice,
  giveUpStopped,
  lapsedWorkers,
} from '@checkpoint/journal';
import type { Fleet } from '../fleet/types.ts';
import { type Loop, startLoop } from '../loop.ts';
import { deadWithOpenAttempts, stoppedWithLeftovers } from '../store/recovery.ts';
import { LAPSE_SWEEP_MS, PENDING_SWEEPS_MS } from './limits.ts';
import { releasePending } from './pending.ts';
import { findHeld, type Held, type ReleaseParts, releaseWork } from './release.ts';
import { createUnblocker } from './workflow-task.ts';

export interface Death {
  readonly workerId: string;
  readonly evidence: DeathEvidence;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly diedAt?: Date | undefined;
  /** Milliseconds since its first sign. */
  readonly noticedMsAgo?: number;
  /** Ends the process if it still lives: after the certificate, and before its work is given to others. */
  readonly putDown?: () => Promise<boolean>;
}

/** Certifies deaths and releases what the dead held. Every replica has one; the first certificate stands. */
export interface Undertaker {
  /**
   * Certifies on evidence and releases the work before it returns. Undefined for a worker that never registered: it
   * held no work. Throws when the database does not answer; what Temporal did not take, a sweep takes up.
   */
  bury(death: Death): Promise<DeathCertificate | undefined>;
  /** Sweeps for leases that ended and for work that nobody released. */
  start(fleet: Pick<Fleet, 'putDown'>): void;
  stop(): Promise<void>;
}

export function createUndertaker(given: ReleaseParts & { readonly replica: string }): Undertaker {
  const parts = { ...given, unblocker: createUnblocker(given) };
  const { db, log, replica } = parts;
  const releasing = new Map<string, Promise<void>>();
  const following = new Set<Promise<void>>();
  const stopping = new AbortController();
  let sweep: Loop | undefined;

  const release = (workerId: string, evidence: DeathEvidence, held?: Promise<Held>): Promise<void> => {
    const underWay = releasing.get(workerId);
    if (underWay !== undefined) return underWay;
    const work = releaseWork(parts, { workerId, evidence }, held)
      .catch((thrown: unknown) =>
        log.warn({ err: asError(thrown), worker: workerId }, 'a release failed; the sweep tries again'),
      )
      .finally(() => releasing.delete(workerId));
    releasing.set(workerId, work);
    return work;
  };
  /** Looks into Temporal for what no row tells of, a few times in the first second. */
  const followUp = async (workerId: string, deadMs: number): Promise<void> => {
    const startMs = performance.now();
    for (const afterMs of PENDING_SWEEPS_MS) {
      const waitMs = Math.max(0, startMs + afterMs - performance.now());
      await delay(waitMs, undefined, { signal: stopping.signal });
      await releasePending(parts, { workerId, deadMs }, afterMs === PENDING_SWEEPS_MS.at(-1));
    }
  };
  const certified = async (notice: DeathNotice): Promise<DeathCertificate | undefined> => {
    try {
      return await certifyDeath(db, notice);
    } catch (thrown) {
      if (thrown instanceof InvariantError) return undefined;
      throw thrown;
    }
  };
  const bury = async (death: Death): Promise<DeathCertificate | undefined> => {
    const { workerId, evidence, detail, diedAt, putDown } = death;
    const noticedMs = performance.now();
    const deadMs = Date.now();
    // Begun beside the certificate, since each round trip is a part of the resume latency.
    const held = findHeld(db, workerId);
    held.catch(() => undefined);
    const certificate = await certified({
      workerId,
      evidence,
      issuedBy: replica,
      noticedMsAgo: performance.now() - noticedMs + (death.noticedMsAgo ?? 0),
      ...(detail === undefined ? {} : { detail }),
      ...(diedAt === undefined ? {} : { diedAt }),
    });
    if (certificate === undefined) return undefined;
    log.warn({ worker: workerId, ...certificate }, 'a worker is certified dead');
    if (await putDown?.()) log.warn({ worker: workerId }, 'a worker without a lease was killed');
    await release(workerId, evidence, held);
    if (certificate.first) {
      const follow = followUp(workerId, deadMs)
        .catch(() => undefined)
        .finally(() => following.delete(follow));
      following.add(follow);
    }
    return certificate;
  };
  return {
    bury,
    start(fleet) {
      sweep = startLoop({
        name: 'deaths',
        everyMs: LAPSE_SWEEP_MS,
        log,
        turn: () => sweepOnce(parts, fleet, bury, release),
      });
    },
    async stop() {
      stopping.abort();
      await sweep?.stop();
      await Promise.all([...releasing.values(), ...following]);
    },
  };
}

/** What nobody saw happen, or did not finish: ended leases, unreleased work, leftovers of stopped runs. */
async function sweepOnce(
  { db }: ReleaseParts,
  fleet: Pick<Fleet, 'putDown'>,
  bury: Undertaker['bury'],
  release: (workerId: string, evidence: DeathEvidence) => Promise<void>,
): Promise<void> {
  for (const { workerId } of await lapsedWorkers(db)) {
    await bury({ workerId, evidence: 'lease_ended', putDown: () => fleet.putDown(workerId) });
  }
  for (const { workerId, evidence } of await deadWithOpenAttempts(db)) await release(workerId, evidence);
  for (const runId of await stoppedWithLeftovers(db)) await giveUpStopped(db, runId);
}
