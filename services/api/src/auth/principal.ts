import type { Role } from '@checkpoint/contracts';
import { STREAM_MAX_AGE_MS } from './limits.ts';

/** Who calls. */
export interface Principal {
  /** What the audit holds: the name beside the token, or the claim that the operator chose. */
  readonly subject: string;
  /** How that is known. */
  readonly via: 'token' | `oidc:${string}` | 'unauthenticated';
  readonly roles: readonly Role[];
  /** When the token ends; null for one without an end. */
  readonly expiresAt: Date | null;
}

/** What a route asks for: a role, or nothing. */
export type Access = Role | 'public';

/** Whoever may act may look; nobody else gets a further role with one. Workers hold sessions, and nothing else is theirs. */
const IMPLIED: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ['viewer'],
  operator: ['operator', 'viewer'],
  approver: ['approver', 'viewer'],
  chaos: ['chaos', 'viewer'],
  worker: ['worker'],
};

export function allows(principal: Principal, access: Access): boolean {
  return access === 'public' || principal.roles.some((role) => IMPLIED[role].includes(access));
}

/** Everybody, where the API asks nobody who they are. */
export const ANYBODY: Principal = {
  subject: 'anybody',
  via: 'unauthenticated',
  roles: ['operator', 'approver', 'chaos', 'worker'],
  expiresAt: null,
};

/** For how long a stream may go on before its reader is asked anew who they are, milliseconds: to the token's end at most. */
export function streamLifeMs({ expiresAt }: Principal, nowMs: number): number {
  const untilEnd = expiresAt === null ? STREAM_MAX_AGE_MS : expiresAt.getTime() - nowMs;
  return Math.max(1, Math.min(STREAM_MAX_AGE_MS, untilEnd));
}
