import {
  Approval,
  ApprovalDecisionBody,
  ApprovalList,
  DecidedApproval,
  DecisionList,
  InboxList,
  ListDecisionsQuery,
  ListUnknownQuery,
} from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { decideAbout, readApproval } from '../inbox/approve.ts';
import { deciderOf } from '../inbox/decider.ts';
import { MAX_ARGS_CHARS } from '../inbox/limits.ts';
import { listItems } from '../inbox/list.ts';
import { readCursor, writeCursor } from '../paging.ts';
import type { ApiParts } from '../parts.ts';
import { callerOf } from '../plugins/access.ts';
import { listApprovals, listDecisions } from '../store/approvals.ts';
import { ApprovalParams, RunParams } from './params.ts';
import { requireRun } from './require-run.ts';

/** The one inbox, what tools ask a person about, and what was decided. */
export function approvalRoutes(parts: ApiParts): FastifyPluginAsyncZod {
  const { pool, temporal } = parts;
  const viewer = { role: 'viewer' } as const;
  return async (app) => {
    app.get(
      '/inbox',
      {
        config: viewer,
        schema: {
          tags: ['inbox'],
          summary: 'Whatever waits for a person, of all runs, what waits longest first',
          description:
            'Calls that a tool asks about, and effects of which only a person can say whether they happened.',
          querystring: ListUnknownQuery,
          response: { 200: InboxList },
        },
      },
      async ({ query: { cursor, limit } }) =>
        await listItems(parts, { after: cursor === undefined ? undefined : readCursor(cursor), limit }),
    );
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
    app.get(
      '/decisions',
      {
        config: viewer,
        schema: {
          tags: ['inbox'],
          summary: 'The audit of all decisions, newest first',
          querystring: ListDecisionsQuery,
          response: { 200: DecisionList },
        },
      },
      async ({ query: { runId, cursor, limit } }) => {
        const after = cursor === undefined ? undefined : readCursor(cursor);
        const found = await listDecisions(pool, { runId, after, limit: limit + 1 });
        const last = found.slice(0, limit).at(-1);
        const more = found.length > limit && last !== undefined;
        return {
          decisions: found.slice(0, limit).map(({ cursorAt: _, ...decision }) => decision),
          nextCursor: more ? writeCursor({ at: last.cursorAt, id: last.id }) : null,
        };
      },
    );
  };
}
