import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';

/** The journal's own tables. */
export const journalMigrations: URL = new URL('../migrations/', import.meta.url);

export interface MigrateOptions {
  readonly databaseUrl: string;
  readonly dir: URL;
  /** Where applied migrations are noted; one table for each owner of tables. */
  readonly table: string;
  readonly log?: (line: string) => void;
}

/** Applies what is missing, in order, under an advisory lock. Returns the names applied. Throws what Postgres says. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const applied = await runner({
    databaseUrl: options.databaseUrl,
    dir: fileURLToPath(options.dir),
    direction: 'up',
    migrationsTable: options.table,
    checkOrder: true,
    // Two processes that start at once: the second waits instead of failing.
    advisoryLockMode: 'wait',
    log: options.log ?? (() => undefined),
  });
  return applied.map((migration) => migration.name);
}
