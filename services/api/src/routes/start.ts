import { RunSummary, StartRunBody } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { runNotFound } from '../errors.ts';
import type { ApiParts } from '../parts.ts';
import { callerOf } from '../plugins/access.ts';
import { startRun } from '../runs/start.ts';
import { findRun, toSummary } from '../store/runs.ts';

/** Printable ASCII, as the draft of the header's standard asks for. */
const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'an Idempotency-Key has 1 to 200 printable ASCII characters, no space');

export function startRoutes(parts: ApiParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/runs',
      {
        config: { role: 'operator' },
        schema: {
          tags: ['runs'],
          summary: 'Start a run',
          description:
            '201: started. 202: the run is written down and Temporal does not answer; it starts as soon as Temporal does. ' +
            '200: this Idempotency-Key started this run before, with the same body.',
          headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }),
          body: StartRunBody,
          response: { 200: RunSummary, 201: RunSummary, 202: RunSummary },
        },
      },
      async (request, reply) => {
        const started = await startRun(parts, request.log, {
          body: request.body,
          idempotencyKey: request.headers['idempotency-key'],
          caller: callerOf(request),
        });
        const run = await findRun(parts.pool, started.runId);
        if (run === undefined) throw runNotFound(started.runId);
        const code = ({ started: 201, written: 202, repeated: 200 } as const)[started.how];
        return await reply.code(code).header('location', `/api/runs/${started.runId}`).send(toSummary(run));
      },
    );
  };
}
