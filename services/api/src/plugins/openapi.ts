import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** OpenAPI 3.1 from the zod schemas of the routes: the page at `/docs`, the document at `/docs/json`. */
export const openapi = fp(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Checkpoint',
        version: '0.1.0',
        description: 'Runs of agents that survive the death of any process. Errors are RFC 9457 problems.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
      tags: [
        { name: 'runs', description: 'Start, read and cancel runs' },
        { name: 'evidence', description: 'What a run did, and what others recorded of it' },
        { name: 'inbox', description: 'What waits for a person' },
        { name: 'access', description: 'Who calls' },
        { name: 'workers', description: 'The processes that do the work' },
        { name: 'operation', description: 'Probes, metrics, streams' },
      ],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
});
