import type { Logger } from '@checkpoint/telemetry';
import { type AuthConfig, isAuthOn } from './config.ts';
import { createOidc } from './oidc.ts';
import { ANYBODY, type Principal } from './principal.ts';
import { createTokens } from './tokens.ts';

export interface Authenticator {
  readonly isOn: boolean;
  /** Undefined for a token that opens nothing. Throws ISSUER_UNAVAILABLE when that cannot be known now. */
  identify(token: string): Promise<Principal | undefined>;
  /** Whoever comes without a token. */
  readonly stranger: Principal | undefined;
  start(log: Logger): void;
  stop(): Promise<void>;
}

/** A JWT has three parts, and its first begins as every JSON object does in base64. */
const JWT = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/;

/** Throws CONFIG_INVALID when the tokens cannot be read. */
export function createAuthenticator(config: AuthConfig): Authenticator {
  const tokens = createTokens(config);
  const oidc = config.oidc && createOidc(config.oidc);
  const isOn = isAuthOn(config);
  return {
    isOn,
    stranger: isOn ? undefined : ANYBODY,
    async identify(token) {
      if (oidc !== undefined && JWT.test(token)) return await oidc.verify(token);
      return tokens.find(token);
    },
    start: (log) => tokens.start(log),
    stop: () => tokens.stop(),
  };
}
