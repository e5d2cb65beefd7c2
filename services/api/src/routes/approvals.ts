import { Approval, ApprovalDecisionBody, ApprovalList, DecidedApproval } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { decideAbout, readApproval } from '../inbox/approve.ts';
import { deciderOf } from '../inbox/decider.ts';
import { MAX_ARGS_CHARS } from '../inbox/limits.ts';
import type { ApiParts } from '../parts.ts';
import { callerOf } from '../plugins/access.ts';
import { listApprovals } from '../store/approvals.ts';
import { ApprovalParams, RunParams } from './params.ts';
import { requireRun } from './require-run.ts';

/** What tools ask a person about, and what the person decides. */
export function approvalRoutes(parts: ApiParts): FastifyPluginAsyncZod {
  const { pool, temporal } = parts;
  const viewer = { role: 'viewer' } as const;
  return async (app) => {
    app.get(
      '/approvals/:approvalKey',
      {
        config: viewer,
        schema: {
          tags: ['inbox'],
          summary: 'One approval, with all of its arguments',
          params: ApprovalParams,
          response: { 200: Approval },
        },
      },
      async ({ params }) => await readApproval(pool, params.approvalKey),
    );
    app.post(
      '/approvals/:approvalKey/decision',
      {
        config: { role: 'approver' },
        schema: {
          tags: ['inbox'],
          summary: 'Decide about a call that waits',
          description:
            'Approve, edit, reject, or answer in the tool’s place. It names the hash of the arguments that it is about. The first decision wins; the same one again by the same person answers with the first, another one is 409 with who decided and when. It is stored before the run hears of it, so it needs neither a worker nor Temporal.',
          params: ApprovalParams,
          body: ApprovalDecisionBody,
          response: { 200: DecidedApproval },
        },
      },
      async (request) => {
        const { params, body, log } = request;
        const decider = deciderOf(callerOf(request), body.by);
        return await decideAbout({ db: pool, temporal, log }, params.approvalKey, body, decider);
      },
    );
    app.get(
      '/runs/:runId/approvals',
      {
        config: viewer,
        preHandler: requireRun(pool),
        schema: {
          tags: ['inbox'],
          summary: 'What was asked in a run, and what its rules let pass',
          params: RunParams,
          response: { 200: ApprovalList },
        },
      },
      async ({ params: { runId } }) => ({ approvals: await listApprovals(pool, { runId }, MAX_ARGS_CHARS) }),
    );
  };
}
