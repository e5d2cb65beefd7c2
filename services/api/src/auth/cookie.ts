import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { COOKIE_MAX_AGE_SECONDS } from './limits.ts';

/** Where the panel's browser keeps its token: a stream of events and a link cannot carry a header. */
export const TOKEN_COOKIE = 'checkpoint_token';

/**
 * No script can read it, no other site can send it. Only over TLS where the request came over TLS, also behind a proxy
 * that says so: whoever forges that header changes nothing but their own cookie.
 */
export function cookieOptions(request: FastifyRequest): CookieSerializeOptions {
  const isTls = request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https';
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isTls, maxAge: COOKIE_MAX_AGE_SECONDS };
}
