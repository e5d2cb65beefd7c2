import {
  APPROVAL_DECIDED_SIGNAL,
  APPROVAL_PENDING,
  type ApprovalPending,
} from '@checkpoint/contracts/workflow';
import { ActivityFailure, ApplicationFailure, defineSignal } from '@temporalio/workflow';

/** Sent when an approval was decided; the argument is `<step>:<toolUseId>`. The decision is read from Postgres. */
export const approvalDecided = defineSignal<[string]>(APPROVAL_DECIDED_SIGNAL);

/**
 * Milliseconds that the timer runs at least: it may fire a moment before the database's clock agrees that the time has
 * run out, and the call then waits once more.
 */
const SHORTEST_WAIT_MS = 1_000;

/**
 * How long a call that waits for a person may wait, in milliseconds; undefined for any other failure. The number comes
 * out of the history, so a replay waits for the same time.
 */
export function waitsForPersonMs(thrown: unknown): number | undefined {
  if (!(thrown instanceof ActivityFailure) || !(thrown.cause instanceof ApplicationFailure)) return undefined;
  if (thrown.cause.type !== APPROVAL_PENDING) return undefined;
  const [pending] = (thrown.cause.details ?? []) as [ApprovalPending?];
  return Math.max(SHORTEST_WAIT_MS, Math.ceil(pending?.expiresInMs ?? 0));
}
