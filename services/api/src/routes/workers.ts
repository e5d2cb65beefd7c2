import { KillReport, WorkerList } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ApiParts } from '../parts.ts';
import { listWorkers } from '../store/workers.ts';
import { WorkerParams } from './params.ts';

export function workerRoutes({ pool, fleet, sessions }: ApiParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/workers',
      {
        config: { role: 'viewer' },
        schema: { tags: ['workers'], summary: 'Workers, the living first', response: { 200: WorkerList } },
      },
      async () => ({ workers: await listWorkers(pool, sessions), desired: fleet.desired }),
    );
    app.delete(
      '/workers/:workerId',
      {
        config: { role: 'chaos' },
        schema: {
          tags: ['workers'],
          summary: 'Kill a worker',
          description:
            'Sends SIGKILL and answers with what was observed. Write the slash of the id as %2F. The fleet starts another.',
          params: WorkerParams,
          response: { 200: KillReport },
        },
      },
      async ({ params }) => await fleet.kill(params.workerId),
    );
  };
}
