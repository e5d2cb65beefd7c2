import { asError, RetryableError, type Role, TerminalError } from '@checkpoint/contracts';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { OidcConfig } from './config.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  ISSUER_COOLDOWN_MS,
  ISSUER_KEYS_MAX_AGE_MS,
  ISSUER_TIMEOUT_MS,
} from './limits.ts';
import type { Principal } from './principal.ts';

/** Signatures by a key pair only: what a secret that we hold could sign, we could sign too. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

export interface Oidc {
  /**
   * Who a token of the issuer is about. Undefined for a token that is none of the issuer's, not meant for us, or over.
   * Throws RetryableError ISSUER_UNAVAILABLE when its keys cannot be had.
   */
  verify(token: string): Promise<Principal | undefined>;
}

/** Nobody is asked before the first token comes. */
export function createOidc(config: OidcConfig): Oidc {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const keysOfIssuer = (): Promise<JWTVerifyGetKey> => {
    keys ??= discover(config.issuer).catch((thrown: unknown) => {
      keys = undefined;
      throw thrown;
    });
    return keys;
  };
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, await keysOfIssuer(), {
          issuer: config.issuer,
          audience: config.audience,
          algorithms: ALGORITHMS,
          requiredClaims: ['exp', config.subjectClaim],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        return principalOf(config, payload);
      } catch (thrown) {
        if (isRefusal(thrown)) return undefined;
        throw unavailable(config.issuer, thrown);
      }
    },
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the issuer's configuration is answered with ${response.status}`);
  const found = Discovery.parse(await response.json());
  if (found.issuer !== issuer) {
    throw new TerminalError(
      'CONFIG_INVALID',
      `CHECKPOINT_OIDC_ISSUER is ${issuer}, and calls itself ${found.issuer}`,
    );
  }
  return createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: ISSUER_TIMEOUT_MS,
    cooldownDuration: ISSUER_COOLDOWN_MS,
    cacheMaxAge: ISSUER_KEYS_MAX_AGE_MS,
  });
}

function principalOf(config: OidcConfig, payload: JWTPayload): Principal | undefined {
  const subject = payload[config.subjectClaim];
  if (typeof subject !== 'string' || subject === '') return undefined;
  return {
    subject,
    via: `oidc:${config.issuer}`,
    roles: rolesOf(config, payload),
    expiresAt: payload.exp === undefined ? null : new Date(payload.exp * 1_000),
  };
}

/** The claim may lie inside others (`realm_access.roles`), and be a list or words in one text, as `scope` is. */
function rolesOf({ rolesClaim, rolesByValue }: OidcConfig, payload: JWTPayload): readonly Role[] {
  const claim = Object.hasOwn(payload, rolesClaim)
    ? payload[rolesClaim]
    : rolesClaim
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], payload);
  const values = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  const roles = values.flatMap((value) =>
    typeof value === 'string' && Object.hasOwn(rolesByValue, value) ? (rolesByValue[value] ?? []) : [],
  );
  return [...new Set(roles)];
}

/** What says that the token is not good, and not that the issuer is away. */
function isRefusal(thrown: unknown): boolean {
  return (
    thrown instanceof errors.JWTClaimValidationFailed ||
    thrown instanceof errors.JWTExpired ||
    thrown instanceof errors.JWTInvalid ||
    thrown instanceof errors.JWSInvalid ||
    thrown instanceof errors.JWSSignatureVerificationFailed ||
    thrown instanceof errors.JOSEAlgNotAllowed ||
    thrown instanceof errors.JOSENotSupported ||
    thrown instanceof errors.JWKSNoMatchingKey ||
    thrown instanceof errors.JWKSMultipleMatchingKeys
  );
}

/** A person who waits tries again by hand. */
const RETRY_AFTER_MS = 2_000;

function unavailable(issuer: string, cause: unknown): RetryableError {
  return new RetryableError(
    'ISSUER_UNAVAILABLE',
    `${issuer} does not answer: ${asError(cause).message}`,
    RETRY_AFTER_MS,
    {},
    cause,
  );
}
