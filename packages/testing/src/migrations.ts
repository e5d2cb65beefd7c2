import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';

export type Kind = 'empty' | 'journal' | 'product' | 'witness';
type Source = { readonly folder: string; readonly table: string };

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}/migrations`, import.meta.url));
const JOURNAL: Source = { folder: folder('packages/journal'), table: 'journal_migrations' };
const PRODUCT: Source = { folder: folder('services/api'), table: 'product_migrations' };
const WITNESS: Source = { folder: folder('chaos/sink'), table: 'witness_migrations' };

/** Which migrations make each kind of database, in order. */
const SOURCES: Readonly<Record<Kind, readonly Source[]>> = {
  empty: [],
  journal: [JOURNAL],
  product: [JOURNAL, PRODUCT],
  witness: [WITNESS],
};

/** Changes with the name or the text of any migration of this kind. */
export function fingerprint(kind: Kind): string {
  const hash = createHash('sha256');
  for (const source of SOURCES[kind]) {
    for (const file of readdirSync(source.folder).sort()) {
      hash
        .update(`${source.table}/${file}\0`)
        .update(readFileSync(join(source.folder, file)))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, 12);
}

/** Applies the migrations of this kind to the database. */
export async function applyMigrations(kind: Kind, databaseUrl: string): Promise<void> {
  for (const { folder, table } of SOURCES[kind]) {
    await runner({
      databaseUrl,
      dir: folder,
      direction: 'up',
      migrationsTable: table,
      checkOrder: true,
      log: () => {},
    });
  }
}
