import { spawnSync } from 'node:child_process';
import { AppError } from '@checkpoint/contracts';

export type User = { readonly uid: number; readonly gid: number };

/** Debian and its relatives all have this account, which owns nothing. */
const ACCOUNT = 'nobody';

/** The user that Postgres runs as: undefined (ourselves) unless we are root, which Postgres refuses. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function idOf(flag: '-u' | '-g'): number {
  const { stdout, status } = spawnSync('id', [flag, ACCOUNT], { encoding: 'utf8' });
  if (status === 0) return Number(stdout.trim());
  throw new AppError(
    'NEED_MISSING',
    `PostgreSQL does not run as root and there is no account '${ACCOUNT}': run as an ordinary user`,
  );
}

/** True when `user` can pass through this folder and every one above it. */
export function canReach(user: User, folder: string): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
