import type { ApprovalRule, ApprovalState, Json, Risk, RunStatus } from '@checkpoint/contracts';
import type { Approval, AuditedDecision, Change } from '@checkpoint/contracts/api';
import type { Position } from '../paging.ts';
import { type Db, instant, row, rows } from './statements.ts';

export interface ApprovalRow {
  key: string;
  run_id: string;
  agent: string;
  run_status: RunStatus;
  step: number;
  tool_use_id: string;
  tool: string;
  state: ApprovalState;
  rule: ApprovalRule;
  risk: Risk;
  question: string | null;
  shown: string;
  shown_cut: boolean;
  args_sha256: string;
  input_schema: Json;
  secrets: string[];
  separate_approver: boolean;
  started_by: string | null;
  requested_at: Date;
  expires_at: Date;
  build_id: string;
  decided_at: Date | null;
  decided_by: string | null;
  decided_via: string | null;
  reason: string | null;
  answer: Json | null;
  edited_shown: string | null;
  edited_sha256: string | null;
  difference: Change[] | null;
  refused_edit: { by: string; at: string; message: string; args: Json } | null;
}

/** Of a run, or those with these keys. `maxArgsChars` cuts arguments that are too long for a list. */
export async function listApprovals(
  db: Db,
  which: { readonly runId: string } | { readonly keys: readonly string[] },
  maxArgsChars: number,
): Promise<Approval[]> {
  const [runId, keys] = 'runId' in which ? [which.runId, null] : [null, which.keys];
  return (
    await rows<ApprovalRow & Record<string, unknown>>(db, 'list-approvals', [runId, keys, maxArgsChars])
  ).map(toApproval);
}

function toApproval(found: ApprovalRow): Approval {
  return {
    kind: 'approval',
    approvalKey: found.key,
    runId: found.run_id,
    agent: found.agent,
    runStatus: found.run_status,
    step: found.step,
    toolUseId: found.tool_use_id,
    tool: found.tool,
    state: found.state,
    rule: found.rule,
    risk: found.risk,
    question: found.question,
    args: found.shown_cut ? found.shown : (JSON.parse(found.shown) as Json),
    argsCut: found.shown_cut,
    argsSha256: found.args_sha256,
    inputSchema: found.input_schema,
    secrets: found.secrets,
    separateApprover: found.separate_approver,
    startedBy: found.started_by,
    requestedAt: instant(found.requested_at),
    expiresAt: instant(found.expires_at),
    buildId: found.build_id,
    outcome: outcomeOf(found),
    refusedEdit: found.refused_edit && { ...found.refused_edit, at: instant(found.refused_edit.at) },
  };
}

function outcomeOf(found: ApprovalRow): Approval['outcome'] {
  const { state, decided_at, decided_by, decided_via, reason } = found;
  if (state === 'waiting' || state === 'not_needed') return null;
  if (decided_at === null || decided_by === null || decided_via === null) return null;
  return {
    decision: state,
    decidedBy: decided_by,
    decidedVia: decided_via,
    decidedAt: instant(decided_at),
    reason,
    ...(state === 'answered' ? { answer: found.answer } : {}),
    ...editOf(found),
  };
}

function editOf({ edited_shown, edited_sha256, difference }: ApprovalRow) {
  if (edited_shown === null || edited_sha256 === null) return {};
  const args = JSON.parse(edited_shown) as Json;
  return { edited: { args, argsSha256: edited_sha256, difference: difference ?? [] } };
}

export interface Place {
  readonly runId: string;
  readonly step: number;
  readonly toolUseId: string;
}

/** What `decide-approval.sql` writes. */
export interface WrittenDecision {
  readonly argsSha256: string;
  readonly state: 'approved' | 'edited' | 'rejected' | 'answered';
  readonly by: string;
  readonly via: string;
  readonly reason: string | null;
  /** Undefined: none. JSON's own null is an answer. */
  readonly answer?: Json;
  readonly edited?: EditedArgs;
}

export interface EditedArgs {
  /** As they are stored, secrets sealed. */
  readonly stored: Json;
  readonly shown: string;
  readonly sha256: string;
  readonly difference: readonly Change[];
}

/** False: nothing waits there that this decision could be about. */
export async function decideApproval(db: Db, place: Place, decision: WrittenDecision): Promise<boolean> {
  const { answer, edited } = decision;
  const decided = await row(db, 'decide-approval', [
    ...[place.runId, place.step, place.toolUseId],
    ...[decision.argsSha256, decision.state, decision.by, decision.via, decision.reason],
    answer === undefined ? null : JSON.stringify(answer),
    ...(edited === undefined
      ? [null, null, null, null]
      : [JSON.stringify(edited.stored), edited.shown, edited.sha256, JSON.stringify(edited.difference)]),
  ]);
  return decided !== undefined;
}

/** Undefined when the model made no such call. */
export async function storedArgs(db: Db, place: Place): Promise<Json | undefined> {
  const found = await row<{ args: Json }>(db, 'stored-args', [place.runId, place.step, place.toolUseId]);
  return found?.args;
}

/** Questions whose time has run out, and those of runs that have ended, `limit` of each at most. */
export async function closeApprovals(db: Db, limit: number): Promise<void> {
  await rows(db, 'expire-approvals', [limit, null, null, null]);
  await rows(db, 'withdraw-approvals', [limit]);
}

/** The same for one question, if its time has run out by the database's clock. */
export async function expireApproval(db: Db, { runId, step, toolUseId }: Place): Promise<void> {
  await rows(db, 'expire-approvals', [1, runId, step, toolUseId]);
}

interface DecisionRow {
  id: string;
  kind: 'approval' | 'unknown';
  run_id: string;
  step: number;
  tool_use_id: string;
  tool: string;
  round: number;
  decision: string;
  decided_by: string;
  decided_via: string;
  decided_at: Date;
  reason: string | null;
  shown: string;
  shown_sha256: string;
  decided: string | null;
  decided_sha256: string | null;
  answer: Json | null;
  build_id: string;
  cursor_at: string;
}

/** The audit, newest first, with where each row stands. */
export async function listDecisions(
  db: Db,
  filter: {
    readonly runId: string | undefined;
    readonly after: Position | undefined;
    readonly limit: number;
  },
): Promise<(AuditedDecision & { readonly cursorAt: string })[]> {
  const { runId, after, limit } = filter;
  const found = await rows<DecisionRow & Record<string, unknown>>(db, 'list-decisions', [
    ...[runId ?? null, after?.at ?? null, after?.id ?? null, limit],
  ]);
  return found.map((each) => ({
    id: each.id,
    kind: each.kind,
    runId: each.run_id,
    step: each.step,
    toolUseId: each.tool_use_id,
    tool: each.tool,
    round: each.round,
    decision: each.decision,
    decidedBy: each.decided_by,
    decidedVia: each.decided_via,
    decidedAt: instant(each.decided_at),
    reason: each.reason,
    shown: each.shown,
    shownSha256: each.shown_sha256,
    decided: each.decided,
    decidedSha256: each.decided_sha256,
    answer: each.answer,
    buildId: each.build_id,
    cursorAt: each.cursor_at,
  }));
}
