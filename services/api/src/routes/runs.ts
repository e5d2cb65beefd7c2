import { ListRunsQuery, RunDetail, RunList, RunSummary } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { runNotFound } from '../errors.ts';
import { readCursor, writeCursor } from '../paging.ts';
import type { ApiParts } from '../parts.ts';
import { cancelRun } from '../runs/cancel.ts';
import { readRunDetail } from '../runs/detail.ts';
import { countRuns, findRun, listRuns, toSummary } from '../store/runs.ts';
import { RunParams } from './params.ts';

/** List, read and cancel. */
export function runRoutes(parts: ApiParts): FastifyPluginAsyncZod {
  const { pool } = parts;
  return async (app) => {
    app.get(
      '/runs',
      {
        config: { role: 'viewer' },
        schema: {
          tags: ['runs'],
          summary: 'Runs, newest first',
          querystring: ListRunsQuery,
          response: { 200: RunList },
        },
      },
      async (request) => {
        const { status, agent, cursor, limit } = request.query;
        const after = cursor === undefined ? undefined : readCursor(cursor);
        const found = await listRuns(pool, { status, agent, after, limit: limit + 1 });
        const page = found.slice(0, limit);
        const last = page.at(-1);
        const more = found.length > limit && last !== undefined;
        return {
          runs: page.map(toSummary),
          nextCursor: more ? writeCursor({ at: last.cursor_at, id: last.run_id }) : null,
          counts: await countRuns(pool, agent),
        };
      },
    );

    app.get(
      '/runs/:runId',
      {
        config: { role: 'viewer' },
        schema: { tags: ['runs'], summary: 'One run', params: RunParams, response: { 200: RunDetail } },
      },
      async (request) => await readRunDetail(parts, request.params.runId),
    );

    app.post(
      '/runs/:runId/cancel',
      {
        config: { role: 'operator' },
        schema: {
          tags: ['runs'],
          summary: 'Cancel a run',
          description: 'New effects stop at once; what is in flight settles. Asking twice changes nothing.',
          params: RunParams,
          response: { 202: RunSummary },
        },
      },
      async (request, reply) => {
        const { runId } = request.params;
        await cancelRun(parts, request.log, runId);
        const run = await findRun(pool, runId);
        if (run === undefined) throw runNotFound(runId);
        return await reply.code(202).send(toSummary(run));
      },
    );
  };
}
