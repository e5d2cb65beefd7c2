import { ListUnknownQuery, Resolution, ResolutionBody, UnknownEffectList } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { deciderOf } from '../inbox/decider.ts';
import { resolveEffect } from '../inbox/resolve.ts';
import { listUnknownEffects } from '../inbox/unknown.ts';
import { readCursor } from '../paging.ts';
import type { ApiParts } from '../parts.ts';
import { callerOf } from '../plugins/access.ts';
import { EffectParams } from './params.ts';

/** What waits for a person, and what the person decides. */
export function inboxRoutes(parts: ApiParts): FastifyPluginAsyncZod {
  const { pool, temporal } = parts;
  return async (app) => {
    app.get(
      '/effects/unknown',
      {
        config: { role: 'viewer' },
        schema: {
          tags: ['inbox'],
          summary: 'Unknown outcomes of all runs, those that wait longest first',
          description:
            'Effects of which only a person can say whether they happened. Model calls are not among them.',
          querystring: ListUnknownQuery,
          response: { 200: UnknownEffectList },
        },
      },
      async ({ query: { cursor, limit } }) =>
        await listUnknownEffects(parts, {
          after: cursor === undefined ? undefined : readCursor(cursor),
          limit,
        }),
    );
    app.post(
      '/effects/:effectKey/resolution',
      {
        config: { role: 'approver' },
        schema: {
          tags: ['inbox'],
          summary: 'Decide about an unknown outcome',
          description:
            'The first decision wins; the same one again by the same person answers with the first, another one is 409 with who decided and when. It is stored before the run hears of it, so it needs neither a worker nor Temporal.',
          params: EffectParams,
          body: ResolutionBody,
          response: { 200: Resolution },
        },
      },
      async (request) => {
        const { params, body, log } = request;
        const decider = deciderOf(callerOf(request), body.by);
        return await resolveEffect({ db: pool, temporal, log }, params.effectKey, body.decision, decider);
      },
    );
  };
}
