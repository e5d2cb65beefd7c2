import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import type { LedgerRows } from './ledger-rows.ts';
import { MAX_BODY_BYTES, MAX_PATH_PART_CHARS } from './limits.ts';
import { installProblems } from './problem.ts';
import { countRoutes } from './routes/counts.ts';
import { fileRoutes } from './routes/files.ts';
import { healthRoutes } from './routes/health.ts';
import { mailRoutes } from './routes/mail.ts';
import { orderRoutes } from './routes/orders.ts';
import { paymentAccountRoutes } from './routes/payment-accounts.ts';
import { refundRoutes } from './routes/refunds.ts';

/** What the HTTP side of the witness works with. */
export interface WitnessParts {
  /** The witness's own database. */
  readonly pool: pg.Pool;
  /** Absent: ledger rows are not watched, and every answer with counts says so. */
  readonly ledger: LedgerRows | undefined;
  readonly faultsAllowed: boolean;
  readonly log: FastifyBaseLogger;
  /** Whether the SMTP port is open. */
  readonly hearsMail: () => boolean;
}

/** The HTTP side: file store, payment provider, look-ups, counts, orders. It never listens; the process does. */
export async function createApp(parts: WitnessParts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: parts.log,
    // An arrival is logged once, by its receiver; reads come every second from a panel.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_PATH_PART_CHARS },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installProblems(app);
  const receivers = [fileRoutes, mailRoutes, refundRoutes, paymentAccountRoutes];
  for (const routes of [...receivers, countRoutes, orderRoutes, healthRoutes]) {
    await app.register(routes(parts));
  }
  return app;
}
