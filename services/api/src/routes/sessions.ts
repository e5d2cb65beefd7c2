import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiParts } from '../parts.ts';
import type { Place } from '../sessions/sessions.ts';
import { WorkerParams } from './params.ts';

/** Kubernetes' own limits: 253 characters for names, 36 for a uid. */
const Name = z.string().min(1).max(253);
const SessionQuery = z.object({
  pod: Name.optional(),
  podUid: z.string().min(1).max(64).optional(),
  node: Name.optional(),
  startedAt: z.iso.datetime({ offset: true }).optional(),
  port: z.coerce.number().int().min(1).max(65_535).optional(),
});

/** The stream that a worker holds open for as long as it lives. Comments keep it open; one event says that its end is near. */
export function sessionRoutes({ sessions }: Pick<ApiParts, 'sessions'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/workers/:workerId/session',
      {
        sse: 'only',
        config: { role: 'worker' },
        schema: {
          tags: ['operation'],
          params: WorkerParams,
          querystring: SessionQuery,
          summary: 'Held open by a living worker',
        },
      },
      async (request, reply) => {
        const { promise: closed, resolve } = Promise.withResolvers<void>();
        // The socket's own end, not the reply's: it is the kernel's word, some milliseconds earlier.
        request.raw.socket.once('close', resolve);
        reply.sse.sendHeaders();
        reply.raw.write(': session\n\n');
        const close = sessions.open(request.params.workerId, {
          place: placeOf(request.query),
          tell: (word) => void reply.raw.write(`event: ${word}\ndata: {}\n\n`),
        });
        await closed;
        close();
      },
    );
  };
}

/** Where the worker runs; undefined when it names no pod. */
function placeOf({ pod, podUid, node, startedAt, port }: z.infer<typeof SessionQuery>): Place | undefined {
  if (pod === undefined || podUid === undefined || startedAt === undefined) return undefined;
  return { podName: pod, podUid, node: node ?? null, processStartedAt: new Date(startedAt), port };
}
