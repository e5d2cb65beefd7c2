import { TerminalError } from '@checkpoint/contracts';
import { AttemptList, HoldList, ResumeList, RunReport, StepList, StepView } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiParts } from '../parts.ts';
import { runReport } from '../store/report.ts';
import { listAttempts, listHolds, listResumes } from '../store/run-parts.ts';
import { listSteps } from '../store/steps.ts';
import { RunParams, StepParams } from './params.ts';
import { requireRun } from './require-run.ts';

const StepsQuery = z.object({
  from: z.coerce
    .number()
    .int()
    .min(1)
    .default(1)
    .describe('first step; a long run is read on from what changed'),
});

/** What a run did, step by step, from Postgres. */
export function runPartRoutes({ pool }: ApiParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('preHandler', requireRun(pool));
    const schema = { tags: ['runs'], params: RunParams };
    const config = { role: 'viewer' } as const;

    app.get(
      '/runs/:runId/steps',
      {
        config,
        schema: { ...schema, summary: 'Steps', querystring: StepsQuery, response: { 200: StepList } },
      },
      async ({ params, query }) => ({ steps: await listSteps(pool, params.runId, { from: query.from }) }),
    );
    app.get(
      '/runs/:runId/steps/:step',
      { config, schema: { ...schema, summary: 'One step', params: StepParams, response: { 200: StepView } } },
      async ({ params: { runId, step } }) => {
        const [found] = await listSteps(pool, runId, { from: step, to: step });
        if (found !== undefined) return found;
        throw new TerminalError('STEP_NOT_FOUND', `step ${step}: run ${runId} has not begun it`);
      },
    );
    app.get(
      '/runs/:runId/attempts',
      {
        config,
        schema: { ...schema, summary: 'Attempts of every activity', response: { 200: AttemptList } },
      },
      async ({ params }) => ({ attempts: await listAttempts(pool, params.runId) }),
    );
    app.get(
      '/runs/:runId/resumes',
      {
        config,
        schema: { ...schema, summary: 'Work taken up after a death', response: { 200: ResumeList } },
      },
      async ({ params }) => ({ resumes: await listResumes(pool, params.runId) }),
    );
    app.get(
      '/runs/:runId/holds',
      {
        config,
        schema: { ...schema, summary: 'Attempts that wait for a kill', response: { 200: HoldList } },
      },
      async ({ params }) => ({ holds: await listHolds(pool, params.runId) }),
    );
    app.get(
      '/runs/:runId/report',
      { config, schema: { ...schema, summary: 'Done, undone, unknown', response: { 200: RunReport } } },
      async ({ params }) => await runReport(pool, params.runId),
    );
  };
}
