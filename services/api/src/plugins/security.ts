import { TerminalError } from '@checkpoint/contracts';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { isLoopback } from '../auth/exposure.ts';

/** Methods that change nothing, so that another site gains nothing by sending them. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface SecurityOptions {
  /** The address that the API listens on. */
  readonly host: string;
}

/**
 * Headers, and two guards for an API that listens on the loopback without a login: a page of another site in the
 * person's browser may not start, stop or kill anything, and may not reach us by a name that resolves to 127.0.0.1.
 */
export const security = fp(async (app: FastifyInstance, { host }: SecurityOptions) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The component library and the API's docs page set styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Plain HTTP on the loopback: a browser that remembered "https only" would lock the person out.
    strictTransportSecurity: false,
  });
  // A form of another site can send text/plain without asking first; nothing here takes it.
  app.removeContentTypeParser('text/plain');

  app.addHook('onRequest', async (request) => {
    if (isLoopback(host) && !isLoopback(request.hostname)) {
      throw refused(`Host ${JSON.stringify(request.hostname)}: use 127.0.0.1 or localhost`);
    }
    const site = request.headers['sec-fetch-site'];
    if (!SAFE_METHODS.has(request.method) && (site === 'cross-site' || site === 'same-site')) {
      throw refused(
        `Sec-Fetch-Site ${JSON.stringify(site)}: use the panel that this API serves, or a client that is no browser`,
      );
    }
  });
});

function refused(detail: string): TerminalError {
  return new TerminalError('CROSS_ORIGIN_REFUSED', detail);
}
