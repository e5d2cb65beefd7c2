import { z } from 'zod';
import { Json } from '../json.ts';
import { APPROVAL_RULES, APPROVAL_STATES, RISKS, RUN_STATUSES } from '../states.ts';
import { Instant } from './fields.ts';
import { By, REASON_CHARS, storableJson, text } from './text.ts';

/** One changed argument: where it stands, what the model had asked with, and what a person put there. */
export const Change = z.object({
  path: z.string().describe('names joined by dots; list positions count from 0'),
  from: Json.optional().describe('absent: it was added'),
  to: Json.optional().describe('absent: it was removed'),
});
export type Change = z.infer<typeof Change>;

/** What became of a question. `expired` is the timer's decision, `withdrawn` says that the run had ended. */
export const ApprovalOutcome = z.object({
  decision: z.enum(['approved', 'edited', 'rejected', 'answered', 'expired', 'withdrawn']),
  decidedBy: z.string(),
  decidedVia: z
    .string()
    .describe('how it is known who that is: token, oidc:<issuer>, unauthenticated, timer, run'),
  decidedAt: Instant,
  reason: z.string().nullable(),
  answer: Json.optional().describe('answered: what the model was told in place of a result'),
  edited: z
    .object({ args: Json, argsSha256: z.string(), difference: z.array(Change) })
    .optional()
    .describe('edited: what the tool is called with, and what was changed'),
});
export type ApprovalOutcome = z.infer<typeof ApprovalOutcome>;

export const Approval = z.object({
  kind: z.literal('approval'),
  approvalKey: z.string().describe('`<runId>:<step>:<toolUseId>`, the key of the effect that it allows'),
  runId: z.string(),
  agent: z.string(),
  runStatus: z.enum(RUN_STATUSES),
  step: z.int(),
  toolUseId: z.string(),
  tool: z.string(),
  state: z.enum(APPROVAL_STATES),
  rule: z.enum(APPROVAL_RULES).describe('why a person is asked'),
  risk: z.enum(RISKS),
  question: z.string().nullable().describe('what is asked, in the words of the tool’s author'),
  args: Json.describe(
    'what the tool is to be called with, secrets left out; a text where it is too long for a list',
  ),
  argsCut: z.boolean().describe('`args` is only the beginning: read the approval by its key'),
  argsSha256: z.string().describe('SHA-256 of the canonical JSON of the whole `args`; a decision names it'),
  inputSchema: Json.describe('JSON Schema of the tool’s arguments'),
  secrets: z.array(z.string()).describe('arguments that nobody sees or changes'),
  separateApprover: z.boolean().describe('whoever started the run may not let it go on'),
  startedBy: z.string().nullable(),
  requestedAt: Instant,
  expiresAt: Instant,
  buildId: z.string().describe('version of the worker that asks'),
  outcome: ApprovalOutcome.nullable(),
  /** The last edit that the tool's own schema refused; it waits again since. */
  refusedEdit: z.object({ by: z.string(), at: Instant, message: z.string(), args: Json }).nullable(),
});
export type Approval = z.infer<typeof Approval>;

/** `GET /api/runs/:runId/approvals`: in the order in which they were asked. Rules that asked for nobody are among them. */
export const ApprovalList = z.object({ approvals: z.array(Approval) });
export type ApprovalList = z.infer<typeof ApprovalList>;

/** What a person says about a call that waits. */
export const ApprovalDecision = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('approve'), reason: text(REASON_CHARS).optional() })
    .describe('it is called as it was shown'),
  z
    .strictObject({
      kind: z.literal('edit'),
      args: z
        .record(z.string(), storableJson)
        .describe('all arguments; secrets stay as they are, left out or as `[secret]`'),
      reason: text(REASON_CHARS).optional(),
    })
    .describe('it is called with these arguments, if the schema of the tool takes them; the model is told'),
  z
    .strictObject({ kind: z.literal('reject'), reason: text(REASON_CHARS).describe('the model reads it') })
    .describe('it is never called'),
  z
    .strictObject({
      kind: z.literal('answer'),
      value: storableJson.describe('what the model is told as the result'),
      reason: text(REASON_CHARS).optional(),
    })
    .describe('it is never called: you answer in its place'),
]);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** `POST /api/approvals/:approvalKey/decision`. */
export const ApprovalDecisionBody = z.strictObject({
  argsSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'the argsSha256 of the approval: 64 hexadecimal digits')
    .describe('of the arguments that you were shown; a decision about others is refused'),
  decision: ApprovalDecision,
  by: By,
});
export type ApprovalDecisionBody = z.infer<typeof ApprovalDecisionBody>;

/** The answer to a decision: the approval as it stands now. */
export const DecidedApproval = Approval.extend({
  first: z.boolean().describe('false: the same person had decided the same before'),
});
export type DecidedApproval = z.infer<typeof DecidedApproval>;

/** A row of the audit, of approvals and of unknown outcomes alike. */
export const AuditedDecision = z.object({
  id: z.string(),
  kind: z.enum(['approval', 'unknown']),
  runId: z.string(),
  step: z.int(),
  toolUseId: z.string(),
  tool: z.string(),
  round: z.int().describe('which time this item waited'),
  decision: z.string(),
  decidedBy: z.string(),
  decidedVia: z.string(),
  decidedAt: Instant,
  reason: z.string().nullable(),
  shown: z.string().describe('the bytes that were shown'),
  shownSha256: z.string(),
  decided: z.string().nullable().describe('the bytes that may run, if any may'),
  decidedSha256: z.string().nullable(),
  answer: Json.nullable(),
  buildId: z.string(),
});
export type AuditedDecision = z.infer<typeof AuditedDecision>;

/** `GET /api/decisions`: newest first. */
export const DecisionList = z.object({
  decisions: z.array(AuditedDecision),
  nextCursor: z.string().nullable(),
});
export type DecisionList = z.infer<typeof DecisionList>;
export const ListDecisionsQuery = z.object({
  runId: z.string().max(63).optional(),
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
