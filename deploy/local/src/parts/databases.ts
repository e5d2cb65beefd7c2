import { AppError, asError } from '@checkpoint/contracts';
import type { StackConfig } from '../config.ts';
import type { Child } from '../os/child.ts';
import { EMBEDDED_NAMES, ensureDatabases, type Names, urlFor } from '../postgres/databases.ts';
import { startPostgres } from '../postgres/server.ts';
import { type Secrets, secretsOf } from '../secrets.ts';

/** Connection strings of the stack's databases, each with the role that owns it. */
export type DatabaseUrls = {
  readonly journal: string;
  readonly temporal: string;
  readonly temporalVisibility: string;
  readonly witness: string;
  /** The journal's database as the witness sees it: the ledger's rows, read-only. */
  readonly ledgerForWitness: string;
  readonly witnessRole: string;
};

/** Starts PostgreSQL, or takes the user's, and makes the databases and roles where they are absent. */
export async function openDatabases(
  config: StackConfig,
  started: (child: Child) => void,
): Promise<DatabaseUrls> {
  const secrets = secretsOf(config.dataDir);
  if (config.databaseUrl !== undefined) return onServerOfTheUser(config.databaseUrl, secrets);
  const { child, adminUrl } = await startPostgres({
    dataDir: config.dataDir,
    port: config.ports.postgres,
    password: secrets.postgres,
    durable: true,
  });
  started(child);
  await ensureDatabases(adminUrl, EMBEDDED_NAMES, secrets);
  const journal = urlFor(adminUrl, EMBEDDED_NAMES.journal, EMBEDDED_NAMES.journal, secrets.checkpoint);
  return databaseUrls(journal, EMBEDDED_NAMES, secrets);
}

/** His database is the journal's; ours beside it carry its name in front, so that two stacks fit on one server. */
async function onServerOfTheUser(databaseUrl: string, secrets: Secrets): Promise<DatabaseUrls> {
  const journal = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const names: Names = {
    journal,
    temporal: `${journal}_temporal`,
    temporalVisibility: `${journal}_temporal_visibility`,
    witness: `${journal}_witness`,
  };
  try {
    await ensureDatabases(databaseUrl, names, secrets);
  } catch (cause) {
    throw new AppError(
      'START_FAILED',
      `DATABASE_URL: cannot prepare database ${journal}: ${asError(cause).message}. Its role needs CREATEDB and CREATEROLE, for the databases of Temporal and of the witness beside it`,
      { database: journal },
      cause,
    );
  }
  return databaseUrls(databaseUrl, names, secrets);
}

/** The addresses of these databases on the server of `journal`. */
export function databaseUrls(journal: string, names: Names, secrets: Secrets): DatabaseUrls {
  return {
    journal,
    temporal: urlFor(journal, names.temporal, names.temporal, secrets.temporal),
    temporalVisibility: urlFor(journal, names.temporalVisibility, names.temporal, secrets.temporal),
    witness: urlFor(journal, names.witness, names.witness, secrets.witness),
    ledgerForWitness: urlFor(journal, names.journal, names.witness, secrets.witness),
    witnessRole: names.witness,
  };
}
