import { AppError } from '@checkpoint/contracts';
import { z } from 'zod';

const Port = z.coerce.number().int().min(0).max(65_535);
const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'not a postgres:// address');

const Environment = z.object({
  WITNESS_HOST: z.string().min(1).default('127.0.0.1'),
  WITNESS_HTTP_PORT: Port.default(3001),
  WITNESS_SMTP_PORT: Port.default(2525),
  WITNESS_DATABASE_URL: PostgresUrl,
  WITNESS_LEDGER_DATABASE_URL: PostgresUrl.optional(),
  WITNESS_FAULTS: z.enum(['allowed', 'refused']).default('refused'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** How to mend each name, for the error message. */
const REMEDIES: Readonly<Record<string, string>> = {
  WITNESS_HOST: 'give an address to listen on, such as 127.0.0.1',
  WITNESS_HTTP_PORT: 'give a port from 1 to 65535, or 0 for a free one',
  WITNESS_SMTP_PORT: 'give a port from 1 to 65535, or 0 for a free one',
  WITNESS_DATABASE_URL:
    'give the address of the witness’s own database, postgres://user:password@host:port/name',
  WITNESS_LEDGER_DATABASE_URL:
    'give a postgres:// address, or leave it out: ledger rows are then not watched',
  WITNESS_FAULTS: 'give `allowed` or `refused`',
  LOG_LEVEL: 'give one of trace, debug, info, warn, error, fatal, silent',
};

/** Names whose value holds a password and is never printed. */
const SECRET = /DATABASE_URL$/;

export interface WitnessConfig {
  readonly host: string;
  readonly httpPort: number;
  readonly smtpPort: number;
  readonly databaseUrl: string;
  /** Where ledger rows are looked at; absent: they are not watched. */
  readonly ledgerDatabaseUrl: string | undefined;
  readonly faultsAllowed: boolean;
  readonly logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
}

/** The configuration, from the environment. An empty value counts as absent. Throws AppError CONFIG_INVALID. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): WitnessConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw invalid(parsed.error, given);
  return {
    host: parsed.data.WITNESS_HOST,
    httpPort: parsed.data.WITNESS_HTTP_PORT,
    smtpPort: parsed.data.WITNESS_SMTP_PORT,
    databaseUrl: parsed.data.WITNESS_DATABASE_URL,
    ledgerDatabaseUrl: parsed.data.WITNESS_LEDGER_DATABASE_URL,
    faultsAllowed: parsed.data.WITNESS_FAULTS === 'allowed',
    logLevel: parsed.data.LOG_LEVEL,
  };
}

function invalid(error: z.ZodError, given: NodeJS.ProcessEnv): AppError {
  const lines = error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const value = given[name];
    const shown =
      value === undefined
        ? 'is not set'
        : SECRET.test(name)
          ? 'is not usable'
          : `is ${JSON.stringify(value)}`;
    return `${name} ${shown}: ${REMEDIES[name] ?? issue.message}`;
  });
  return new AppError('CONFIG_INVALID', lines.join('; '), {
    names: error.issues.map((issue) => issue.path[0]),
  });
}
