import { DecisionList, InboxList, ListDecisionsQuery, ListUnknownQuery } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listItems } from '../inbox/list.ts';
import { readCursor, writeCursor } from '../paging.ts';
import type { ApiParts } from '../parts.ts';
import { listDecisions } from '../store/approvals.ts';

/** The two lists of all runs: what waits for a person, and what was decided. */
export function decisionRoutes(parts: ApiParts): FastifyPluginAsyncZod {
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
        const found = await listDecisions(parts.pool, { runId, after, limit: limit + 1 });
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
