import { InvariantError, type Role, TerminalError } from '@checkpoint/contracts';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { Authenticator } from '../auth/authenticator.ts';
import { TOKEN_COOKIE } from '../auth/cookie.ts';
import { MAX_REFUSALS_A_MINUTE, RATE_WINDOW_MS } from '../auth/limits.ts';
import { type Access, allows, type Principal } from '../auth/principal.ts';
import { rateLimited } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. Each route says it; one that does not keeps the API from starting. */
    role?: Access;
  }
  interface FastifyRequest {
    /** Who calls; undefined on public routes, where nobody is asked. */
    principal: Principal | undefined;
  }
  interface FastifyInstance {
    /** Who calls, on a public route that wants to know. A token that opens nothing counts as one of many tries. */
    identify(request: FastifyRequest): Promise<Principal | undefined>;
    /** Who may call each route, by `METHOD /address`. */
    accessOf: ReadonlyMap<string, Access>;
  }
}

/** Routes of others' plugins, which cannot say it themselves: the page of the API's own documentation. It holds no data. */
const DOCUMENTATION = /^\/docs(\/|$)/;

export interface AccessOptions {
  readonly authenticator: Authenticator;
}

/** Lets nobody in who lacks the role that a route asks for. Throws InvariantError for a route that asks for none. */
export const access = fp(async (app: FastifyInstance, { authenticator }: AccessOptions) => {
  await app.register(cookie);
  const countRefusal = app.createRateLimit({
    max: MAX_REFUSALS_A_MINUTE,
    timeWindow: RATE_WINDOW_MS,
    keyGenerator: (request) => `refused ${request.ip}`,
  });
  app.decorateRequest('principal', undefined);
  const accessOf = new Map<string, Access>();
  app.decorate('accessOf', accessOf);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) accessOf.set(`${method} ${route.url}`, declared(route));
  });

  const identify = async (request: FastifyRequest): Promise<Principal | undefined> => {
    const token = tokenOf(request);
    if (token === undefined) return authenticator.stranger;
    if (!authenticator.isOn) return authenticator.stranger;
    const principal = await authenticator.identify(token);
    if (principal !== undefined) return principal;
    // A good token is never locked out by what others send from the same address, which may be that of a proxy.
    const refusals = await countRefusal(request);
    if (refusals.isAllowed || !refusals.isExceeded) return undefined;
    throw rateLimited(refusals.ttl, 'too many tokens from this address that open nothing');
  };
  app.decorate('identify', identify);

  app.addHook('onRequest', async (request, reply) => {
    // An address that is no route is answered with the panel, or with 404.
    const needed = request.is404 ? 'public' : (request.routeOptions.config.role ?? unsaid(request.url));
    if (needed === 'public') return;
    request.principal = await identify(request);
    if (request.principal === undefined) throw unauthenticated(request, reply);
    if (!allows(request.principal, needed)) throw roleMissing(request.principal, needed);
  });
});

/** The caller of a route that asks for a role. */
export function callerOf(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw new InvariantError(`${request.url} asks for nobody`);
  return request.principal;
}

function declared(route: RouteOptions): Access {
  const role = route.config?.role ?? (DOCUMENTATION.test(route.url) ? 'public' : undefined);
  if (role === undefined) throw unsaid(`${String(route.method)} ${route.url}`);
  route.config = { ...route.config, role };
  return role;
}

function unsaid(route: string): never {
  throw new InvariantError(`${route} does not say which role it needs: give it config.role`);
}

/** The header of a program, or the cookie of the panel. */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header !== undefined) return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
  return request.cookies[TOKEN_COOKIE];
}

function unauthenticated(request: FastifyRequest, reply: FastifyReply): TerminalError {
  void reply.header('www-authenticate', 'Bearer realm="checkpoint"');
  const sent = tokenOf(request) !== undefined;
  return new TerminalError(
    'UNAUTHENTICATED',
    sent
      ? 'Authorization: this token opens nothing here; it may be over, or meant for another service'
      : 'Authorization: is missing; send `Authorization: Bearer <token>`, or log in through the panel',
  );
}

function roleMissing({ subject, roles }: Principal, needed: Role): TerminalError {
  const has = roles.length === 0 ? 'no role' : roles.join(', ');
  return new TerminalError('ROLE_MISSING', `${subject} has ${has}, and this needs ${needed}`, {
    role: needed,
  });
}
