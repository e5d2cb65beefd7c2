import { RetryableError } from '@checkpoint/contracts';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { MAX_COUNTED_CALLERS, RATE_WINDOW_MS } from '../auth/limits.ts';

/** A write costs a transaction and often a call to Temporal: one for this many reads. */
const READS_A_WRITE = 10;

export interface RateLimits {
  /** Requests of one caller in a minute, at one replica; a tenth of it for those that change something. */
  readonly requestsAMinute: number;
}

/**
 * Counts the requests of each caller on every route: whoever is known by a token by the name, everybody else by the
 * address. Counted in this process, so each replica allows as much.
 */
export const rateLimits = fp(async (app: FastifyInstance, { requestsAMinute }: RateLimits) => {
  await app.register(rateLimit, {
    global: true,
    timeWindow: RATE_WINDOW_MS,
    cache: MAX_COUNTED_CALLERS,
    max: (request) => (isRead(request) ? requestsAMinute : Math.ceil(requestsAMinute / READS_A_WRITE)),
    keyGenerator: (request) => `${isRead(request) ? 'read' : 'write'} ${callerKey(request)}`,
    errorResponseBuilder: (_request, { ttl, max }) =>
      rateLimited(ttl, `${max} requests in a minute are allowed`),
    enableDraftSpec: true,
  });
});

/** Asked again after `ttlMs` (milliseconds). */
export function rateLimited(ttlMs: number, why: string): RetryableError {
  return new RetryableError('RATE_LIMITED', `${why}; try again in ${Math.ceil(ttlMs / 1_000)} s`, ttlMs);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function callerKey({ principal, ip }: FastifyRequest): string {
  if (principal === undefined || principal.via === 'unauthenticated') return ip;
  return `${principal.via} ${principal.subject}`;
}
