import {
  AppError,
  WITNESS_RECEIVERS,
  WitnessFault,
  WitnessFaultList,
  WitnessFaultView,
  WitnessPolicy,
} from '@checkpoint/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { WitnessParts } from '../app.ts';
import { clearFaults, listFaults, orderFault } from '../faults.ts';
import { run } from '../sql.ts';

const Receiver = z.object({ kind: z.enum(WITNESS_RECEIVERS) });

/** What the witness is told to do: refuse old epochs, and, where the configuration allows it, to go wrong on purpose. */
export function orderRoutes({ pool, faultsAllowed }: WitnessParts): FastifyPluginAsyncZod {
  return async (app) => {
    const policy = { params: Receiver, response: { 200: WitnessPolicy } };

    app.put('/policies/:kind', { schema: { ...policy, body: WitnessPolicy } }, async (request) => {
      await run(pool, 'put-policy', [request.params.kind, request.body.refuseOlderEpochs]);
      return request.body;
    });

    app.get('/policies/:kind', { schema: policy }, async (request) => {
      const [row] = await run<WitnessPolicy>(pool, 'get-policy', [request.params.kind]);
      return row ?? { refuseOlderEpochs: false };
    });

    app.get('/faults', { schema: { response: { 200: WitnessFaultList } } }, async () => {
      return { faults: await listFaults(pool) };
    });

    app.post(
      '/faults',
      { schema: { body: WitnessFault, response: { 201: WitnessFaultView } } },
      async (request, reply) => {
        if (!faultsAllowed) {
          const detail = 'the witness plays no faults; start it with WITNESS_FAULTS=allowed to order them';
          throw new AppError('FAULTS_NOT_ALLOWED', detail);
        }
        return await reply.code(201).send(await orderFault(pool, request.body));
      },
    );

    app.delete('/faults', async (_request, reply) => {
      await clearFaults(pool);
      return await reply.code(204).send();
    });
  };
}
