import { asError, canonicalJson, type EffectKey, parseEffectKey, TerminalError } from '@checkpoint/contracts';
import type {
  Approval,
  ApprovalDecision,
  ApprovalDecisionBody,
  DecidedApproval,
} from '@checkpoint/contracts/api';
import {
  decideApproval,
  expireApproval,
  listApprovals,
  storedArgs,
  type WrittenDecision,
} from '../store/approvals.ts';
import { approvalNotFound, refusalOf } from './approval-errors.ts';
import type { Decider } from './decider.ts';
import { editedArgs } from './edit.ts';
import { MAX_SHOWN_CHARS } from './limits.ts';
import { type SignalParts, signalDecisions } from './signals.ts';

/** The whole approval, whatever its state. Throws APPROVAL_NOT_FOUND. */
export async function readApproval(db: SignalParts['db'], key: EffectKey): Promise<Approval> {
  const [found] = await listApprovals(db, { keys: [key] }, MAX_SHOWN_CHARS);
  if (found === undefined || found.state === 'not_needed') throw approvalNotFound(key);
  return found;
}

/**
 * Stores a person's decision, then tells the run. Once this returns, the decision holds whatever fails afterwards. The
 * first decision wins. Throws APPROVAL_NOT_FOUND, APPROVAL_DECIDED or APPROVAL_EXPIRED with who and when, APPROVAL_CHANGED,
 * APPROVAL_EDIT_INVALID, APPROVER_NOT_SEPARATE and RUN_CLOSED.
 */
export async function decideAbout(
  parts: SignalParts,
  key: EffectKey,
  { argsSha256, decision }: ApprovalDecisionBody,
  decider: Decider,
): Promise<DecidedApproval> {
  const place = parseEffectKey(key);
  const approval = await readApproval(parts.db, key);
  refuseStarter(approval, decision, decider);
  const written = await writtenOf(parts, { approval, argsSha256, decision, decider });
  const first = await decideApproval(parts.db, place, written);
  // Time that has run out is said as such, not as a run that takes no decision.
  if (!first) await expireApproval(parts.db, place);
  const stands = await readApproval(parts.db, key);
  if (!first && !isSame(stands, written)) throw refusalOf(stands, argsSha256);
  await signalDecisions(parts, place.runId).catch((thrown: unknown) =>
    parts.log.warn(
      { err: asError(thrown), run: place.runId },
      'a decision is stored; the run is told of it later',
    ),
  );
  return { ...stands, first };
}

/** Where the agent says so, whoever started the run may refuse its questions and not let it go on. */
function refuseStarter(approval: Approval, decision: ApprovalDecision, { by, via }: Decider): void {
  if (!approval.separateApprover || decision.kind === 'reject') return;
  if (via === 'unauthenticated') {
    throw new TerminalError(
      'APPROVER_NOT_SEPARATE',
      `agent ${approval.agent} wants another approver than the person who started the run, and this API asks nobody who they are: configure tokens or an issuer; a rejection is taken from anybody`,
    );
  }
  if (approval.startedBy !== null && approval.startedBy !== by) return;
  const starter =
    approval.startedBy === null ? 'nobody knows who started this run' : `${by} started this run`;
  throw new TerminalError(
    'APPROVER_NOT_SEPARATE',
    `${starter}, and agent ${approval.agent} wants another approver; a rejection is taken from anybody`,
  );
}

interface Given {
  readonly approval: Approval;
  readonly argsSha256: string;
  readonly decision: ApprovalDecision;
  readonly decider: Decider;
}

async function writtenOf(
  { db }: SignalParts,
  { approval, argsSha256, decision, decider }: Given,
): Promise<WrittenDecision> {
  const said = { argsSha256, ...decider, reason: decision.reason ?? null };
  switch (decision.kind) {
    case 'approve':
      return { ...said, state: 'approved' };
    case 'reject':
      return { ...said, state: 'rejected' };
    case 'answer':
      return { ...said, state: 'answered', answer: decision.value };
    case 'edit': {
      const stored = await storedArgs(db, parseEffectKey(approval.approvalKey));
      if (stored === undefined) throw approvalNotFound(approval.approvalKey);
      return { ...said, state: 'edited', edited: editedArgs(approval, stored, decision.args) };
    }
  }
}

/** The same person had decided the same: a repeated request is answered like the first. */
function isSame({ outcome, argsSha256 }: Approval, written: WrittenDecision): boolean {
  if (outcome === null || argsSha256 !== written.argsSha256 || outcome.decidedBy !== written.by) return false;
  if (outcome.decision !== written.state || outcome.reason !== written.reason) return false;
  if (outcome.edited?.argsSha256 !== written.edited?.sha256) return false;
  return canonicalJson(outcome.answer ?? null) === canonicalJson(written.answer ?? null);
}
