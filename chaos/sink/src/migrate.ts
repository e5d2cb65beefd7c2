import { fileURLToPath } from 'node:url';
import { asError } from '@checkpoint/contracts';
import { runner } from 'node-pg-migrate';
import { pino } from 'pino';
import { readConfig } from './config.ts';

export const witnessMigrations: URL = new URL('../migrations/', import.meta.url);

/** Applies what is missing to the witness's own database, under an advisory lock. Returns the names applied. */
export async function migrateWitness(databaseUrl: string, log: (line: string) => void): Promise<string[]> {
  const applied = await runner({
    databaseUrl,
    dir: fileURLToPath(witnessMigrations),
    direction: 'up',
    migrationsTable: 'witness_migrations',
    checkOrder: true,
    advisoryLockMode: 'wait',
    log,
  });
  return applied.map(({ name }) => name);
}

if (import.meta.main) {
  const log = pino({ base: { service: 'witness' } });
  try {
    const config = readConfig();
    log.level = config.logLevel;
    const applied = await migrateWitness(config.databaseUrl, (line) => log.debug(line));
    log.info({ applied }, 'the witness’s database is up to date');
  } catch (thrown) {
    log.fatal({ err: asError(thrown) }, 'the witness’s database could not be brought up to date');
    process.exitCode = 1;
  }
}
