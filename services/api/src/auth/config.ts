import { ROLES, TerminalError } from '@checkpoint/contracts';
import { z } from 'zod';

/** An empty variable counts as unset: charts write them. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const json = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
};

const SubjectRoles = z.record(z.string().min(1), z.array(z.enum(ROLES)));

const Environment = z.object({
  CHECKPOINT_AUTH: optional(z.enum(['on-or-loopback', 'off-everywhere'])),
  CHECKPOINT_AUTH_TOKENS: optional(z.string()),
  CHECKPOINT_AUTH_TOKENS_FILE: optional(z.string()),
  CHECKPOINT_OIDC_ISSUER: optional(
    z.url({ protocol: /^https?$/, error: 'give the https address of the issuer, as its tokens name it' }),
  ),
  CHECKPOINT_OIDC_AUDIENCE: optional(z.string().max(500)),
  CHECKPOINT_OIDC_SUBJECT_CLAIM: optional(z.string().max(100)),
  CHECKPOINT_OIDC_ROLES_CLAIM: optional(z.string().max(200)),
  CHECKPOINT_OIDC_ROLES: optional(z.string().transform(json).pipe(SubjectRoles)),
});

/** Roles by the values of the claim, where the operator names none: a value that is a role's name is that role. */
const ROLES_BY_NAME = Object.fromEntries(
  ROLES.filter((role) => role !== 'worker').map((role) => [role, [role]]),
);

export interface OidcConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly subjectClaim: string;
  readonly rolesClaim: string;
  readonly rolesByValue: Readonly<Record<string, readonly (typeof ROLES)[number][]>>;
}

export interface AuthConfig {
  /** Nobody is asked who they are although others can reach the API: said on purpose. */
  readonly offEverywhere: boolean;
  /** JSON: the entries of `auth/tokens.ts`. */
  readonly tokens: string | undefined;
  readonly tokensFile: string | undefined;
  readonly oidc: OidcConfig | undefined;
}

/** True when callers are asked who they are. */
export function isAuthOn(config: AuthConfig): boolean {
  return config.tokens !== undefined || config.tokensFile !== undefined || config.oidc !== undefined;
}

/** Throws CONFIG_INVALID, which names each variable and never shows what it holds. */
export function readAuthConfig(environment: NodeJS.ProcessEnv): AuthConfig {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    throw invalid(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  }
  const env = parsed.data;
  const config: AuthConfig = {
    offEverywhere: env.CHECKPOINT_AUTH === 'off-everywhere',
    tokens: env.CHECKPOINT_AUTH_TOKENS,
    tokensFile: env.CHECKPOINT_AUTH_TOKENS_FILE,
    oidc: oidcOf(env),
  };
  if (config.offEverywhere && isAuthOn(config)) {
    throw invalid([
      'CHECKPOINT_AUTH: is off-everywhere, and tokens or an issuer are set: take one of both out',
    ]);
  }
  if (config.tokens !== undefined && config.tokensFile !== undefined) {
    throw invalid([
      'CHECKPOINT_AUTH_TOKENS and CHECKPOINT_AUTH_TOKENS_FILE are both set: take one of them out',
    ]);
  }
  return config;
}

function oidcOf(env: z.infer<typeof Environment>): OidcConfig | undefined {
  const { CHECKPOINT_OIDC_ISSUER: issuer, CHECKPOINT_OIDC_AUDIENCE: audience } = env;
  if (issuer === undefined && audience === undefined) return undefined;
  if (issuer === undefined || audience === undefined) {
    throw invalid([
      'CHECKPOINT_OIDC_ISSUER and CHECKPOINT_OIDC_AUDIENCE belong together: a token of the issuer that is meant for another service must not open this one',
    ]);
  }
  return {
    issuer,
    audience,
    subjectClaim: env.CHECKPOINT_OIDC_SUBJECT_CLAIM ?? 'sub',
    rolesClaim: env.CHECKPOINT_OIDC_ROLES_CLAIM ?? 'roles',
    rolesByValue: env.CHECKPOINT_OIDC_ROLES ?? ROLES_BY_NAME,
  };
}

function invalid(faults: readonly string[]): TerminalError {
  return new TerminalError('CONFIG_INVALID', faults.join('; '), { faults });
}
