import { asError } from '@checkpoint/contracts';
import { journalMigrations, migrate } from '@checkpoint/journal';
import { createLogger } from '@checkpoint/telemetry';
import { readConfig } from './config.ts';
import { grantApiRole } from './store/grants.ts';

const PRODUCT_MIGRATIONS = new URL('../migrations/', import.meta.url);

/** A command: brings the journal's and the product's tables up to date, and ends. */
async function main(): Promise<void> {
  const log = createLogger({ service: 'api-migrate', level: 'info' });
  try {
    const { databaseUrl, apiRole } = readConfig();
    const journal = await migrate({ databaseUrl, dir: journalMigrations, table: 'journal_migrations' });
    const product = await migrate({ databaseUrl, dir: PRODUCT_MIGRATIONS, table: 'product_migrations' });
    if (apiRole !== undefined) await grantApiRole(databaseUrl, apiRole);
    log.info({ applied: [...journal, ...product] }, 'the database is up to date');
  } catch (thrown) {
    log.fatal({ err: asError(thrown) }, 'the migration failed; nothing of the failing file was kept');
    process.exitCode = 1;
  }
}

await main();
