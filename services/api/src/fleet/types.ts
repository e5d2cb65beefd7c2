import type { DeathEvidence } from '@checkpoint/contracts';
import type { KillReport } from '@checkpoint/contracts/api';

/**
 * Keeps the desired number of workers alive. Two implementations: processes of this machine, and pods. Both run the
 * same suite (test/fleet/contract.ts).
 */
export interface Fleet {
  readonly kind: 'processes' | 'kubernetes' | 'none';
  /** How many there should be, as far as this fleet knows. */
  readonly desired: number;
  /** Takes over living workers first, then starts what is missing, then goes on watching. */
  start(): Promise<void>;
  /** Ends the watch, and the workers too when the configuration says so. */
  stop(): Promise<void>;
  /**
   * Kills a worker and reports what was observed. Throws WORKER_NOT_FOUND, KILL_REFUSED for a worker that is dead or not
   * this fleet's, and FLEET_ABSENT when there is no fleet. A fleet of pods also throws KUBERNETES_FORBIDDEN, POD_GONE,
   * POD_REPLACED and KUBERNETES_UNAVAILABLE.
   */
  kill(workerId: string): Promise<KillReport>;
  /** A hint that this worker may have died: looks for proof now instead of at the next look. */
  look(workerId: string): void;
  /**
   * Kills a worker that is certified dead and may still be alive. False when it is not this fleet's, or when it is given a
   * moment to end by itself first.
   */
  putDown(workerId: string): Promise<boolean>;
}

/** A death that this fleet has evidence of. */
export interface ObservedDeath {
  readonly workerId: string;
  /** Default: `exit`. */
  readonly evidence?: DeathEvidence;
  /** Milliseconds since its first sign. */
  readonly noticedMsAgo?: number;
  readonly detail: Readonly<Record<string, unknown>>;
  /** When it died, if that is known better than "now". */
  readonly diedAt?: Date | undefined;
}

export interface Certified {
  readonly issuedAt: Date;
}

/** Certifies a death and releases the work. Undefined for a worker that never registered: it held no work. */
export type ReportDeath = (death: ObservedDeath) => Promise<Certified | undefined>;
