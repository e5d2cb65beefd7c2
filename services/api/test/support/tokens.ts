import { createHash } from 'node:crypto';
import type { Role } from '@checkpoint/contracts';
import type { InjectOptions } from 'fastify';
import type { AuthConfig } from '../../src/auth/config.ts';

/** A token of each name, as an operator lists them: `ann's token is `token-of-ann`. */
export function tokensFor(people: Readonly<Record<string, readonly Role[]>>): string {
  return JSON.stringify(
    Object.entries(people).map(([subject, roles]) => ({
      subject,
      roles,
      sha256: createHash('sha256').update(tokenOf(subject)).digest('hex'),
    })),
  );
}

export const tokenOf = (subject: string): string => `token-of-${subject}`;

/** The header of somebody who has one of these tokens. */
export const as = (subject: string): { authorization: string } => ({
  authorization: `Bearer ${tokenOf(subject)}`,
});

export function authWith(
  people: Readonly<Record<string, readonly Role[]>>,
  more: Partial<AuthConfig> = {},
): AuthConfig {
  return { offEverywhere: false, tokens: tokensFor(people), tokensFile: undefined, oidc: undefined, ...more };
}

/** A request to a route by its address as the API declares it, with something for each of its parameters. */
export function requestTo(
  route: string,
): InjectOptions & { method: NonNullable<InjectOptions['method']>; url: string } {
  const [method, address] = route.split(' ') as [NonNullable<InjectOptions['method']>, string];
  const url = address
    .replaceAll(':runId', 'run-1')
    .replaceAll(':workerId', 'host%2Fboot')
    .replaceAll(/:(effectKey|approvalKey|key)/g, 'run-1:1:call_1')
    .replaceAll(':step', '1')
    .replaceAll(':name', 'a.txt')
    .replaceAll(':page', 'INTERNAL.md')
    .replaceAll('*', 'x');
  return { method, url, ...(method === 'POST' ? { payload: {} } : {}) };
}
