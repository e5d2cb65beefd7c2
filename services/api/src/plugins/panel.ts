import { statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { sendProblem } from './problems.ts';

/** Built files carry a hash of their content in their name, so a browser may keep them for a year, ms. */
const ASSET_MAX_AGE_MS = 31_536_000_000;

const NOT_BUILT =
  'The panel is not built. Run `npm run build:web`, then load this page again. The API works without it: /docs\n';

export interface PanelOptions {
  /** Folder of the built panel. It may appear while the API runs. */
  readonly webDist: string;
}

/** Serves the built panel. Every page address that is no file answers with the panel itself, which reads the address. */
export const panel = fp(async (app: FastifyInstance, { webDist }: PanelOptions) => {
  await app.register(fastifyStatic, {
    root: webDist,
    serve: false,
    cacheControl: false,
  });

  const index = join(webDist, 'index.html');
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (request.method !== 'GET' && request.method !== 'HEAD') return missing(path);
    if (path.startsWith('/assets/')) {
      if (!isFile(join(webDist, path))) return missing(path);
      void reply.header('cache-control', `public, max-age=${ASSET_MAX_AGE_MS / 1_000}, immutable`);
      return reply.sendFile(path.slice(1));
    }
    if (/^\/(api|docs|metrics|healthz|readyz)(\/|$)/.test(path)) return missing(path);
    if (!isFile(index)) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    void reply.header('cache-control', 'no-cache');
    const plain = path.slice(1);
    return reply.sendFile(plain !== '' && isFile(join(webDist, plain)) ? plain : 'index.html');

    function missing(address: string) {
      return sendProblem(
        reply,
        'NOT_FOUND',
        `${request.method} ${address}: no such address; /docs lists them`,
      );
    }
  });
});

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
