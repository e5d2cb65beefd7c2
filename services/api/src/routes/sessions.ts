import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ApiParts } from '../parts.ts';
import { WorkerParams } from './params.ts';

/** The stream that a worker holds open for as long as it lives. It carries comments only, so that no proxy closes it. */
export function sessionRoutes({ sessions }: Pick<ApiParts, 'sessions'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/workers/:workerId/session',
      {
        sse: 'only',
        schema: { tags: ['operation'], params: WorkerParams, summary: 'Held open by a living worker' },
      },
      async (request, reply) => {
        const close = sessions.open(request.params.workerId);
        const { promise: closed, resolve } = Promise.withResolvers<void>();
        // The socket's own end, not the reply's: it is the kernel's word, some milliseconds earlier.
        request.raw.socket.once('close', resolve);
        reply.sse.sendHeaders();
        reply.raw.write(': session\n\n');
        await closed;
        close();
      },
    );
  };
}
