import { asError } from '@checkpoint/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { READINESS_TIMEOUT_MS } from '../limits.ts';
import type { ApiParts } from '../parts.ts';
import { row } from '../store/statements.ts';
import { bounded } from '../temporal/client.ts';

const Ready = z.object({ ready: z.boolean(), postgres: z.string(), temporal: z.string() });

/** Probes, and metrics unless they have a port of their own. */
export function operationRoutes(parts: ApiParts): FastifyPluginAsyncZod {
  const { pool, temporal, registry, settings } = parts;
  const postgresAnswers = () => row(pool, 'ping');
  const temporalAnswers = () =>
    bounded(temporal, READINESS_TIMEOUT_MS, () => temporal.client.workflowService.getSystemInfo({}));

  return async (app) => {
    app.get(
      '/healthz',
      {
        config: { role: 'public' },
        schema: {
          tags: ['operation'],
          summary: 'This process answers',
          response: { 200: z.object({ ok: z.boolean() }) },
        },
      },
      async () => ({ ok: true }),
    );
    app.get(
      '/readyz',
      {
        config: { role: 'public' },
        schema: {
          tags: ['operation'],
          summary: 'Postgres and Temporal answer it',
          response: { 200: Ready, 503: Ready },
        },
      },
      async (_request, reply) => {
        const [postgres, temporalState] = await Promise.all([probe(postgresAnswers), probe(temporalAnswers)]);
        const ready = postgres === 'ok' && temporalState === 'ok';
        return await reply.code(ready ? 200 : 503).send({ ready, postgres, temporal: temporalState });
      },
    );
    if (settings.metricsPort !== undefined) return;
    app.get(
      '/metrics',
      { config: { role: 'viewer' }, schema: { tags: ['operation'], summary: 'For Prometheus' } },
      async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
    );
  };
}

/** `ok`, or the kind of failure: which part is away is no secret, its address and its words are. */
async function probe(ask: () => Promise<unknown>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${READINESS_TIMEOUT_MS} ms`), READINESS_TIMEOUT_MS);
  });
  const asked = ask().then(
    () => 'ok',
    (thrown: unknown) => `failed: ${asError(thrown).name}`,
  );
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
