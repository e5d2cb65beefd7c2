import { EventsQuery, type RunEvent } from '@checkpoint/contracts/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { streamLifeMs } from '../auth/principal.ts';
import { RECONNECT_MS } from '../events/limits.ts';
import { BEGINNING, type Position, parsePosition } from '../events/position.ts';
import type { ApiParts } from '../parts.ts';
import { callerOf } from '../plugins/access.ts';
import { RunParams } from './params.ts';
import { requireRun } from './require-run.ts';

const LastEventId = z.object({ 'last-event-id': EventsQuery.shape.lastEventId });

/** Server-sent events. A reader that comes back with Last-Event-ID misses nothing. */
export function eventRoutes({ pool, events, authenticator }: ApiParts): FastifyPluginAsyncZod {
  return async (app) => {
    const schema = { tags: ['operation'], headers: LastEventId, querystring: EventsQuery };
    const config = { role: 'viewer' } as const;
    // A token that ends, or is taken out, must not go on reading for as long as it keeps its stream.
    const lifeOf = (request: FastifyRequest) =>
      authenticator.isOn ? AbortSignal.timeout(streamLifeMs(callerOf(request), Date.now())) : undefined;

    app.get(
      '/runs/:runId/events',
      {
        sse: 'only',
        config,
        preHandler: requireRun(pool),
        schema: { ...schema, params: RunParams, summary: 'What changes in one run' },
      },
      async (request, reply) => {
        const after = startOf(request, BEGINNING);
        await stream(reply, lifeOf(request), (signal) =>
          events.subscribe({ runId: request.params.runId, after, signal }),
        );
      },
    );

    app.get(
      '/events',
      { sse: 'only', config, schema: { ...schema, summary: 'What changes in all runs and workers' } },
      async (request, reply) => {
        const after = startOf(request, undefined);
        await stream(reply, lifeOf(request), (signal) => events.subscribe({ after, signal }));
      },
    );
  };
}

function startOf<Otherwise extends Position | undefined>(
  request: Pick<FastifyRequest, 'headers' | 'query'>,
  otherwise: Otherwise,
): Position | Otherwise {
  const header = request.headers['last-event-id'];
  const given =
    typeof header === 'string' ? header : (request.query as z.infer<typeof EventsQuery>).lastEventId;
  return given === undefined ? otherwise : parsePosition(given);
}

/** Sends until the reader leaves, the hub closes, or the reader is too slow; it then comes back with its last id. */
async function stream(
  reply: FastifyReply,
  life: AbortSignal | undefined,
  subscribe: (signal: AbortSignal) => Promise<AsyncIterable<readonly RunEvent[]>>,
): Promise<void> {
  const gone = new AbortController();
  reply.sse.onClose(() => gone.abort());
  const batches = await subscribe(life === undefined ? gone.signal : AbortSignal.any([gone.signal, life]));
  // Not before: a reader that has its headers misses nothing from then on.
  reply.sse.sendHeaders();
  reply.raw.write(`retry: ${RECONNECT_MS}\n\n`);
  for await (const batch of batches) {
    for (const event of batch) await reply.sse.send({ id: event.id, event: event.kind, data: event });
  }
}
