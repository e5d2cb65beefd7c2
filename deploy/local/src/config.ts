import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providerKeyNames, TerminalError } from '@checkpoint/contracts';
import { z } from 'zod';

/** The root of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/** Each port of the stack, with the variable that sets it and its default. */
export const PORTS = {
  api: { variable: 'CHECKPOINT_API_PORT', port: 3000 },
  postgres: { variable: 'CHECKPOINT_POSTGRES_PORT', port: 5440 },
  temporal: { variable: 'CHECKPOINT_TEMPORAL_PORT', port: 7233 },
  temporalUi: { variable: 'CHECKPOINT_TEMPORAL_UI_PORT', port: 8233 },
  witnessHttp: { variable: 'WITNESS_HTTP_PORT', port: 3001 },
  witnessSmtp: { variable: 'WITNESS_SMTP_PORT', port: 2525 },
} as const;
export type PortName = keyof typeof PORTS;
export type Ports = Readonly<Record<PortName, number>>;

const Port = z.coerce.number().int().min(1).max(65_535);
const PostgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'give postgres://user:password@host:port/database',
});
const HttpUrl = z.url({ protocol: /^https?$/, error: 'give http://host:port' });

const Environment = z.object({
  CHECKPOINT_DATA: z.string().default(join(REPOSITORY, '.checkpoint')),
  CHECKPOINT_CACHE: z.string().default(join(homedir(), '.cache', 'checkpoint')),
  CHECKPOINT_API_PORT: Port.default(PORTS.api.port),
  CHECKPOINT_POSTGRES_PORT: Port.default(PORTS.postgres.port),
  CHECKPOINT_TEMPORAL_PORT: Port.default(PORTS.temporal.port),
  CHECKPOINT_TEMPORAL_UI_PORT: Port.default(PORTS.temporalUi.port),
  WITNESS_HTTP_PORT: Port.default(PORTS.witnessHttp.port),
  WITNESS_SMTP_PORT: Port.default(PORTS.witnessSmtp.port),
  DATABASE_URL: PostgresUrl.optional(),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_NAMESPACE: z.string().default('checkpoint'),
  TEMPORAL_UI_URL: HttpUrl.optional(),
  PATH: z.string().default(''),
});

export type StackConfig = {
  /** Everything that outlives a stop: databases, passwords, logs, pid files. */
  readonly dataDir: string;
  /** What may be shared by several stacks and is only costly to get again: Temporal's binaries. */
  readonly cacheDir: string;
  readonly ports: Ports;
  /** Replaces the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Replaces the embedded Temporal. */
  readonly temporalAddress: string | undefined;
  readonly temporalUiUrl: string | undefined;
  readonly namespace: string;
  readonly path: string;
  /** What of the user's environment the services get. */
  readonly forServices: Readonly<Record<string, string>>;
};

/** Reads and checks the environment. Throws CONFIG_INVALID, which names each variable, its value and what it takes. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): StackConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw invalid(parsed.error, given);
  const env = parsed.data;
  return {
    dataDir: resolve(env.CHECKPOINT_DATA),
    cacheDir: resolve(env.CHECKPOINT_CACHE),
    ports: {
      api: env.CHECKPOINT_API_PORT,
      postgres: env.CHECKPOINT_POSTGRES_PORT,
      temporal: env.CHECKPOINT_TEMPORAL_PORT,
      temporalUi: env.CHECKPOINT_TEMPORAL_UI_PORT,
      witnessHttp: env.WITNESS_HTTP_PORT,
      witnessSmtp: env.WITNESS_SMTP_PORT,
    },
    databaseUrl: env.DATABASE_URL,
    temporalAddress: env.TEMPORAL_ADDRESS,
    temporalUiUrl: env.TEMPORAL_UI_URL,
    namespace: env.TEMPORAL_NAMESPACE,
    path: env.PATH,
    forServices: forServices(given),
  };
}

/**
 * Settings of the services that the stack itself has no opinion on, and what any process needs to run. The keys of the
 * model providers go with them, under the names that MODEL_PROVIDERS gives.
 */
const FOR_SERVICES =
  /^(CHECKPOINT_.+|WITNESS_.+|OTEL_.+|AGENT_SETTINGS|MODEL_PROVIDERS|LOG_LEVEL|PATH|HOME|TMPDIR|TZ|LANG)$/;

function forServices(given: NodeJS.ProcessEnv): Record<string, string> {
  const keys = new Set(providerKeyNames(given.MODEL_PROVIDERS));
  const handed = Object.entries(given).filter(
    (entry): entry is [string, string] =>
      (FOR_SERVICES.test(entry[0]) || keys.has(entry[0])) && entry[1] !== undefined,
  );
  return Object.fromEntries(handed);
}

function invalid(error: z.ZodError, given: NodeJS.ProcessEnv): TerminalError {
  const lines = error.issues.map((issue) => {
    const name = String(issue.path[0]);
    // A database address holds a password, which no message may show.
    const value = name === 'DATABASE_URL' ? 'is not usable' : `is ${JSON.stringify(given[name])}`;
    return `${name} ${value}: ${issue.message}`;
  });
  return new TerminalError('CONFIG_INVALID', lines.join('; '), {
    variables: error.issues.map((issue) => issue.path[0]),
  });
}
