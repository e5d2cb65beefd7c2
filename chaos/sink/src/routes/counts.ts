import { RunId, WitnessArrivalList, WitnessCounts, WitnessKeyList } from '@checkpoint/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { WitnessParts } from '../app.ts';
import { readArrivals } from '../arrivals.ts';
import { readCounts, readKeys } from '../counts.ts';
import { DEFAULT_PAGE_ROWS, MAX_PAGE_ROWS } from '../limits.ts';
import { createMetrics } from '../metrics.ts';
import { RunQuery } from './queries.ts';

const ArrivalsQuery = RunQuery.extend({
  key: z.string().min(1).max(500).optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).default(DEFAULT_PAGE_ROWS),
});

/** What the witness saw: counts, counts by key, every arrival, and the same for Prometheus. */
export function countRoutes({ pool, ledger }: WitnessParts): FastifyPluginAsyncZod {
  const metrics = createMetrics();
  return async (app) => {
    app.get(
      '/counts',
      { schema: { querystring: RunQuery, response: { 200: WitnessCounts } } },
      async (request) => {
        return await readCounts(pool, ledger, request.query.runId);
      },
    );

    const keysQuery = z.strictObject({ runId: RunId });
    app.get(
      '/keys',
      { schema: { querystring: keysQuery, response: { 200: WitnessKeyList } } },
      async (request) => {
        return await readKeys(pool, ledger, request.query.runId);
      },
    );

    app.get(
      '/arrivals',
      { schema: { querystring: ArrivalsQuery, response: { 200: WitnessArrivalList } } },
      async (request) => await readArrivals(pool, request.query),
    );

    app.get('/metrics', async (_request, reply) => {
      const text = await metrics.render(await readCounts(pool, ledger, undefined));
      return await reply.type(metrics.contentType).send(text);
    });
  };
}
