import type { Logger } from '@checkpoint/telemetry';
import { type Loop, startLoop } from '../loop.ts';
import { closeApprovals } from '../store/approvals.ts';
import { clearSignals } from '../store/inbox.ts';
import { MAX_CLOSED, SIGNAL_SWEEP_MS } from './limits.ts';
import { type SignalParts, signalDecisions } from './signals.ts';

/**
 * Sees to it that every decision reaches its run. A decision and the signal that it needs are written in one
 * transaction, so it holds with no worker up, with Temporal away, and when the API dies between the two. Questions whose
 * time has run out are rejected here too: their run's own timer needs a worker to do that.
 */
export interface Inbox {
  start(): void;
  stop(): Promise<void>;
}

export function createInbox(parts: SignalParts & { readonly log: Logger }): Inbox {
  let sweep: Loop | undefined;
  return {
    start() {
      sweep = startLoop({
        name: 'decisions',
        everyMs: SIGNAL_SWEEP_MS,
        log: parts.log,
        async turn() {
          await closeApprovals(parts.db, MAX_CLOSED);
          await clearSignals(parts.db);
          await signalDecisions(parts);
        },
      });
    },
    async stop() {
      await sweep?.stop();
    },
  };
}
