import { AppError } from '@checkpoint/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { WitnessParts } from '../app.ts';
import { readCounts } from '../counts.ts';

/** Matches no run: the statements of the counts run, and read nothing. */
const NO_RUN = 'readyz';

/** `/healthz`: the process answers. `/readyz`: it can count every kind that it watches, and hears SMTP. */
export function healthRoutes({ pool, ledger, hearsMail }: WitnessParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }));

    app.get('/readyz', async () => {
      const { sources } = await readCounts(pool, ledger, NO_RUN);
      if (!hearsMail()) throw new AppError('WITNESS_UNAVAILABLE', 'the SMTP port is not open yet');
      return { status: 'ok', sources };
    });
  };
}
