import { AllResumes, AllResumesQuery } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readCursor } from '../paging.ts';
import type { ApiParts } from '../parts.ts';
import { allResumes } from '../store/resumes.ts';

/** How fast we come back: every resume with its phases, and their distribution. */
export function resumeRoutes({ pool }: ApiParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/resumes',
      {
        config: { role: 'viewer' },
        schema: {
          tags: ['evidence'],
          summary: 'Resumes of all runs, the newest first, and their distribution',
          querystring: AllResumesQuery,
          response: { 200: AllResumes },
        },
      },
      async ({ query: { limit, cursor } }) =>
        await allResumes(pool, limit, cursor === undefined ? undefined : readCursor(cursor)),
    );
  };
}
