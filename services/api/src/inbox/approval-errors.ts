import { TerminalError } from '@checkpoint/contracts';
import type { Approval } from '@checkpoint/contracts/api';

export function approvalNotFound(key: string): TerminalError {
  return new TerminalError(
    'APPROVAL_NOT_FOUND',
    `approvalKey ${JSON.stringify(key)}: nothing was asked under this key; GET /api/inbox lists what waits`,
  );
}

/** Why a decision was not taken, from what stands now. */
export function refusalOf(approval: Approval, argsSha256: string): TerminalError {
  const { approvalKey: key, outcome } = approval;
  if (outcome?.decision === 'expired') {
    return new TerminalError(
      'APPROVAL_EXPIRED',
      `${key}: nobody decided before ${approval.expiresAt}`,
      standing(outcome),
    );
  }
  if (outcome?.decision === 'withdrawn') return closed(approval);
  if (outcome !== null) {
    return new TerminalError(
      'APPROVAL_DECIDED',
      `${key} was decided by ${outcome.decidedBy} at ${outcome.decidedAt}: ${outcome.decision}`,
      standing(outcome),
    );
  }
  if (approval.argsSha256 !== argsSha256) {
    const message = `got ${argsSha256.slice(0, 12)}…, what waits is ${approval.argsSha256.slice(0, 12)}…; read the approval again and decide about that`;
    return new TerminalError('APPROVAL_CHANGED', `body.argsSha256: ${message}`, {
      errors: [{ field: 'body.argsSha256', message }],
    });
  }
  return closed(approval);
}

function closed({ runId, runStatus }: Approval): TerminalError {
  const how = runStatus === 'running' ? 'is being cancelled' : `is ${runStatus}`;
  return new TerminalError('RUN_CLOSED', `run ${runId} ${how}: it acts on no decision any more`);
}

function standing(outcome: NonNullable<Approval['outcome']>): Readonly<Record<string, unknown>> {
  const { decision, decidedBy, decidedAt } = outcome;
  return { outcome: { decision, decidedBy, decidedAt } };
}
