import { asError } from '@checkpoint/contracts';
import { certifyDeath, type Lease } from '@checkpoint/journal';
import type { Logger } from '@checkpoint/telemetry';
import type pg from 'pg';
import type { WorkerTuning } from './config.ts';
import type { HandOver } from './hand-over.ts';

/** Exit code of a worker that left something behind (EX_TEMPFAIL of sysexits.h): others have it, or will find it. */
export const EXIT_LEFT_BEHIND = 75;

/** Milliseconds before the end of the grace time at which tools hear of it: time to tidy up, to settle and to be retried. */
const WIND_UP_MS = 2_000;
/** The same for tools whose effect must never be sent twice: they get all the time that there is. */
const LAST_WORD_MS = 500;
/** Milliseconds for the certificate before what hangs is given back: without it, the lease must end first. */
const CERTIFY_MS = 1_000;

export interface StopParts {
  readonly workerId: string;
  readonly handOver: HandOver;
  readonly lease: Lease;
  /** The connection of the beats. */
  readonly db: pg.Pool;
  readonly log: Logger;
  readonly tuning: Pick<WorkerTuning, 'shutdownGraceMs' | 'shutdownForceMs'>;
  /** Ends the polls. Called once. */
  readonly shutdown: () => void;
  /** Hands over the workflows of these runs, which may be in this worker's memory. */
  readonly release: (runIds: readonly string[]) => Promise<void>;
  readonly exit: (code: number) => void;
}

/** How a worker ends in order. */
export interface Stop {
  /** Idempotent: a signal, or the API's word. */
  begin(): void;
  /** Says in the journal that this worker has stopped. Idempotent, and never throws: without it, its lease runs out. */
  certify(): Promise<void>;
  /** Of a worker that has stopped. */
  readonly exitCode: number;
}

/**
 * States: running → stopping (no more polls, others get its workflows; tools run on) → `WIND_UP_MS` before the grace is over:
 * handing over (tools hear of it by their signal) → the grace is over: fenced and certified, and what still hangs is given
 * back to Temporal → stopped. At `shutdownForceMs` the process ends wherever it is.
 */
export function createStop(parts: StopParts): Stop {
  const { handOver, lease, log, tuning, exit } = parts;
  const { shutdownGraceMs: graceMs, shutdownForceMs: forceMs } = tuning;
  let begun = false;
  let exitCode = 0;
  let certified: Promise<void> | undefined;

  const certify = (): Promise<void> => {
    // First: nothing is sent any more, since others may take over what this process holds from the certificate on.
    lease.stop();
    certified ??= writeCertificate(parts);
    return certified;
  };
  const giveUp = async (): Promise<void> => {
    const held = handOver.holdings.attempts;
    if (held.length === 0) return;
    exitCode = EXIT_LEFT_BEHIND;
    log.error(
      { held, graceMs },
      'these attempts did not end within the grace time: they are given to other workers',
    );
    await Promise.race([certify(), new Promise((resolve) => setTimeout(resolve, CERTIFY_MS))]);
    handOver.end();
  };
  const force = (): void => {
    log.fatal(
      { held: handOver.holdings.attempts, forceMs },
      'the worker did not stop in time: it ends by force',
    );
    exit(EXIT_LEFT_BEHIND);
  };
  const begin = (): void => {
    if (begun) return;
    begun = true;
    log.info({ graceMs, forceMs, held: handOver.holdings.attempts.length }, 'the worker is stopping');
    parts.shutdown();
    // After the polls have ended, or they would come back here.
    const { runs } = handOver.holdings;
    void parts.release(runs).then(() => log.info({ runs: runs.length }, 'its workflows are handed over'));
    const later = (ms: number, work: () => void) => setTimeout(work, Math.max(0, ms)).unref();
    later(graceMs - Math.min(WIND_UP_MS, graceMs / 2), handOver.begin);
    later(graceMs - Math.min(LAST_WORD_MS, graceMs / 4), handOver.lastWord);
    later(graceMs, () => void giveUp());
    later(forceMs, force);
  };
  return {
    begin,
    certify,
    get exitCode() {
      return exitCode;
    },
  };
}

async function writeCertificate({ db, workerId, handOver, log }: StopParts): Promise<void> {
  const by = handOver.begun ? 'hand over' : 'SIGTERM';
  try {
    await certifyDeath(db, { workerId, evidence: 'stopped', issuedBy: workerId, detail: { by } });
  } catch (thrown) {
    log.warn(
      { err: asError(thrown) },
      'the stop was not certified: what it held waits for the end of its lease',
    );
  }
}
