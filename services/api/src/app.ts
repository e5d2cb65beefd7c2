import { fastifySSE as sse } from '@fastify/sse';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { KEEP_ALIVE_COMMENT_MS } from './events/limits.ts';
import { KEEP_ALIVE_TIMEOUT_MS, MAX_BODY_BYTES, MAX_PARAM_CHARS, REQUEST_TIMEOUT_MS } from './limits.ts';
import type { ApiParts } from './parts.ts';
import { access } from './plugins/access.ts';
import { errorPages } from './plugins/error-pages.ts';
import { openapi } from './plugins/openapi.ts';
import { panel } from './plugins/panel.ts';
import { answerFrameworkError, problems } from './plugins/problems.ts';
import { rateLimits } from './plugins/rate-limits.ts';
import { security } from './plugins/security.ts';
import { storable } from './plugins/storable.ts';
import { agentRoutes } from './routes/agents.ts';
import { approvalRoutes } from './routes/approvals.ts';
import { decisionRoutes } from './routes/decisions.ts';
import { eventRoutes } from './routes/events.ts';
import { evidenceRoutes } from './routes/evidence.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { loginRoutes } from './routes/login.ts';
import { operationRoutes } from './routes/operation.ts';
import { resumeRoutes } from './routes/resumes.ts';
import { runPartRoutes } from './routes/run-parts.ts';
import { runRoutes } from './routes/runs.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { startRoutes } from './routes/start.ts';
import { workerRoutes } from './routes/workers.ts';

/** The HTTP side, whole and ready to answer. It never listens: a server or a test does that, and closes it. */
export async function buildApp(parts: ApiParts, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    // Streams stay open for ever; a stopping server ends them instead of waiting for them.
    forceCloseConnections: true,
    logController: new LogController({ disableRequestLogging: true }),
    // Addresses that the router refuses never reach the error handler.
    frameworkErrors: answerFrameworkError,
    genReqId: () => crypto.randomUUID(),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  await app.register(problems);
  await app.register(security, { host: parts.settings.host });
  await app.register(rateLimits, { requestsAMinute: parts.settings.requestsAMinute });
  await app.register(access, { authenticator: parts.authenticator });
  await app.register(storable);
  await app.register(openapi);
  await app.register(errorPages);
  await app.register(sse, { heartbeatInterval: KEEP_ALIVE_COMMENT_MS });
  for (const routes of [
    startRoutes,
    runRoutes,
    runPartRoutes,
    evidenceRoutes,
    agentRoutes,
    workerRoutes,
    inboxRoutes,
    approvalRoutes,
    decisionRoutes,
    loginRoutes,
    eventRoutes,
    sessionRoutes,
    resumeRoutes,
  ]) {
    await app.register(routes(parts), { prefix: '/api' });
  }
  await app.register(operationRoutes(parts));
  await app.register(panel, { webDist: parts.settings.webDist });
  await app.ready();
  return app as unknown as FastifyInstance;
}
