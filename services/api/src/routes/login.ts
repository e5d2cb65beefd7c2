import { TerminalError } from '@checkpoint/contracts';
import { LoginBody, Me } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cookieOptions, TOKEN_COOKIE } from '../auth/cookie.ts';
import type { Principal } from '../auth/principal.ts';
import type { ApiParts } from '../parts.ts';
import { nullableInstant } from '../store/statements.ts';

/** Who the caller is, and how a browser comes in. */
export function loginRoutes({ authenticator }: Pick<ApiParts, 'authenticator'>): FastifyPluginAsyncZod {
  const me = (principal: Principal | undefined): Me => ({
    authentication: authenticator.isOn ? 'on' : 'off',
    subject: authenticator.isOn ? (principal?.subject ?? null) : null,
    roles: [...(principal?.roles ?? [])],
    expiresAt: nullableInstant(principal?.expiresAt ?? null),
  });
  return async (app) => {
    app.get(
      '/me',
      {
        config: { role: 'public' },
        schema: { tags: ['access'], summary: 'Who you are to this API', response: { 200: Me } },
      },
      async (request, reply) => {
        const principal = await app.identify(request);
        const isOver = principal === undefined && request.cookies[TOKEN_COOKIE] !== undefined;
        // A cookie whose token has ended would be refused with each request of the page, and count as a guess each time.
        if (isOver) void reply.clearCookie(TOKEN_COOKIE, cookieOptions(request));
        return me(principal);
      },
    );
    app.post(
      '/login',
      {
        config: { role: 'public' },
        schema: {
          tags: ['access'],
          summary: 'Keep a token in a cookie',
          description: 'For the panel. Programs send `Authorization: Bearer <token>` with each request.',
          body: LoginBody,
          response: { 200: Me },
        },
      },
      async (request, reply) => {
        const { token } = request.body;
        request.headers.authorization = `Bearer ${token}`;
        const principal = await app.identify(request);
        if (principal === undefined) {
          throw new TerminalError('UNAUTHENTICATED', 'body.token: this token opens nothing here');
        }
        if (authenticator.isOn) void reply.setCookie(TOKEN_COOKIE, token, cookieOptions(request));
        return me(principal);
      },
    );
    app.post(
      '/logout',
      {
        config: { role: 'public' },
        schema: { tags: ['access'], summary: 'Forget the cookie', response: { 204: z.null() } },
      },
      async (request, reply) => {
        void reply.clearCookie(TOKEN_COOKIE, cookieOptions(request));
        return await reply.code(204).send(null);
      },
    );
  };
}
