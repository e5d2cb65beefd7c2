import { isIP } from 'node:net';
import { TerminalError } from '@checkpoint/contracts';
import { type AuthConfig, isAuthOn } from './config.ts';

/** True for the address and the names of this machine's own loopback. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (bare === 'localhost') return true;
  return isIP(bare) === 4 ? bare.startsWith('127.') : bare === '::1';
}

/** Throws CONFIG_INVALID for an API that others can reach and that asks nobody who they are, unless that was said. */
export function refuseExposure({ host, auth }: { readonly host: string; readonly auth: AuthConfig }): void {
  if (isAuthOn(auth) || auth.offEverywhere || isLoopback(host)) return;
  throw new TerminalError(
    'CONFIG_INVALID',
    `CHECKPOINT_HOST holds ${JSON.stringify(host)}, which others can reach, and nobody would be asked who they are: set CHECKPOINT_AUTH_TOKENS_FILE or CHECKPOINT_OIDC_ISSUER (docs/approvals.md), listen on 127.0.0.1, or say CHECKPOINT_AUTH=off-everywhere where nobody else can reach it`,
    { variables: ['CHECKPOINT_HOST', 'CHECKPOINT_AUTH'] },
  );
}
