import { EventEmitter, once } from 'node:events';
import fastify, { type FastifyInstance } from 'fastify';

export interface PeerRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** What a peer does with one request, whatever protocol it speaks. */
export type Handled =
  | { readonly kind: 'reply'; readonly body: (request: PeerRequest) => unknown }
  | { readonly kind: 'status'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'body'; readonly body: string; readonly contentType: string }
  | { readonly kind: 'hang'; readonly afterHeaders: boolean };

export interface Peer {
  readonly baseUrl: string;
  /** Every request for an answer, in order of arrival. */
  readonly requests: readonly PeerRequest[];
  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface PeerOptions {
  readonly path: string;
  /** Answers in order; the last one repeats. */
  readonly script: readonly Handled[];
  readonly extend?: (app: FastifyInstance) => void;
}

/** Starts a scripted server on a free port of loopback. Closing it ends its hanging answers too. */
export async function startPeer(options: PeerOptions): Promise<Peer> {
  const app = fastify({ forceCloseConnections: true });
  const requests: PeerRequest[] = [];
  const arrivals = new EventEmitter();
  app.post(options.path, (request, reply) => {
    const seen = { headers: request.headers, body: request.body };
    const handled = options.script[Math.min(requests.length, options.script.length - 1)];
    requests.push(seen);
    arrivals.emit('request');
    switch (handled?.kind) {
      case 'reply':
        return reply.send(handled.body(seen));
      case 'status':
        return reply.code(handled.status).send(handled.body);
      case 'body':
        return reply.type(handled.contentType).send(handled.body);
      case 'hang':
        reply.hijack();
        if (handled.afterHeaders) {
          reply.raw.writeHead(200, { 'content-type': 'application/json' });
          reply.raw.write('{"id": "chatcmpl-peer", ');
        }
        return reply;
      case undefined:
        return reply.code(500).send({ error: { message: 'the script of this peer is empty' } });
    }
  });
  options.extend?.(app);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    baseUrl: `${address}/v1`,
    requests,
    async arrived(count) {
      while (requests.length < count) await once(arrivals, 'request');
    },
    close: () => app.close(),
  };
}
