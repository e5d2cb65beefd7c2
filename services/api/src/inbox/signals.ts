import { APPROVAL_DECIDED_SIGNAL, asError, EFFECT_RESOLVED_SIGNAL } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import pLimit from 'p-limit';
import { TEMPORAL_WRITE_TIMEOUT_MS } from '../limits.ts';
import { type ClaimedSignal, claimSignals, signalSent } from '../store/inbox.ts';
import type { Db } from '../store/statements.ts';
import { bounded, type Temporal } from '../temporal/client.ts';
import {
  MAX_SIGNAL_REPEAT_SECONDS,
  MAX_SIGNALS,
  SIGNAL_CONCURRENCY,
  SIGNAL_REPEAT_SECONDS,
  SIGNAL_RETRY_SECONDS,
} from './limits.ts';

export interface SignalParts {
  readonly db: Db;
  readonly temporal: Temporal;
  readonly log: Pick<Logger, 'warn'>;
}

/** Which signal tells a workflow of a decision about an item of this kind. */
const SIGNALS: Readonly<Record<ClaimedSignal['kind'], string>> = {
  unknown: EFFECT_RESOLVED_SIGNAL,
  approval: APPROVAL_DECIDED_SIGNAL,
};

/**
 * Tells workflows of decisions: of one run, those that were never sent; without a run, all that are due. Throws when the
 * database does not answer; what Temporal does not take stays due.
 */
export async function signalDecisions(parts: SignalParts, runId?: string): Promise<void> {
  const claimed = await claimSignals(parts.db, {
    runId,
    retrySeconds: SIGNAL_RETRY_SECONDS,
    limit: MAX_SIGNALS,
  });
  const limit = pLimit(SIGNAL_CONCURRENCY);
  await Promise.all(claimed.map((signal) => limit(() => send(parts, signal))));
}

async function send({ db, temporal, log }: SignalParts, signal: ClaimedSignal): Promise<void> {
  const place = `${signal.step}:${signal.toolUseId}`;
  try {
    await bounded(temporal, TEMPORAL_WRITE_TIMEOUT_MS, () =>
      temporal.client.workflow.getHandle(signal.runId).signal(SIGNALS[signal.kind], place),
    );
    await signalSent(db, signal.id, {
      repeatSeconds: SIGNAL_REPEAT_SECONDS,
      maxSeconds: MAX_SIGNAL_REPEAT_SECONDS,
    });
  } catch (thrown) {
    // A run that has ended this moment counts too: its row says so soon, and the sweep then forgets the signal.
    log.warn(
      { err: asError(thrown), run: signal.runId, place },
      'a decision is stored; the run is told of it later',
    );
  }
}
