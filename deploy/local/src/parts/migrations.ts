import type { StackConfig } from '../config.ts';
import { withClient } from '../postgres/databases.ts';
import { runCommand } from './command.ts';
import type { DatabaseUrls } from './databases.ts';

/** Runs the migration command of each service on its own database. */
export async function migrate(config: StackConfig, urls: DatabaseUrls): Promise<void> {
  const run = (name: string, entry: string, env: Record<string, string>) =>
    runCommand(config, { name, entry, env });
  const product = async () => {
    await run('migrate-api', 'services/api/src/migrate.ts', { DATABASE_URL: urls.journal });
    await run('migrate-agents', 'services/worker/src/migrate.ts', { DATABASE_URL: urls.journal });
  };
  await Promise.all([
    product(),
    run('migrate-witness', 'chaos/sink/src/migrate.ts', { WITNESS_DATABASE_URL: urls.witness }),
  ]);
  await showLedgerToWitness(urls);
}

/** The witness counts the ledger's rows as they are in the database, which the product cannot tell it. */
async function showLedgerToWitness({ journal, witnessRole }: DatabaseUrls): Promise<void> {
  await withClient(journal, async (client) => {
    const { rows } = await client.query<{ name: string | null }>("SELECT to_regclass('ledger_rows') AS name");
    if (rows[0]?.name === null) return;
    await client.query(`GRANT SELECT ON ledger_rows TO ${client.escapeIdentifier(witnessRole)}`);
  });
}
