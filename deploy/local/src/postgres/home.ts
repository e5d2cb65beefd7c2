import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { canReach, type User } from '../os/unprivileged.ts';

/** Where databases live whose data folder is closed to the user that Postgres runs as. Only root gets here. */
const OUTSIDE = '/var/lib/checkpoint';

/** What the postgres user owns: only it may look inside. */
const OWNER_ONLY = 0o700;
const ANYONE_MAY_PASS = 0o711;

/**
 * The folder that holds the database cluster, owned by `user`. It is `<data>/postgres`. When we are root and the data
 * folder lies where `user` cannot go (below /root), that name is a link to a folder below /var/lib/checkpoint.
 */
export function postgresHome(dataDir: string, user: User | undefined): string {
  const inside = join(dataDir, 'postgres');
  if (user === undefined || existsSync(inside)) return prepared(linkTarget(inside) ?? inside, user);
  letOthersPass(dataDir);
  if (canReach(user, dataDir)) return prepared(inside, user);
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const outside = join(OUTSIDE, name);
  mkdirSync(outside, { recursive: true, mode: ANYONE_MAY_PASS });
  symlinkSync(outside, inside);
  return prepared(outside, user);
}

/** The data folder is ours, so it may be opened for passing through; its files keep their own modes. */
function letOthersPass(dataDir: string): void {
  chmodSync(dataDir, statSync(dataDir).mode | ANYONE_MAY_PASS);
}

function prepared(home: string, user: User | undefined): string {
  mkdirSync(home, { recursive: true, mode: OWNER_ONLY });
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  chmodSync(home, OWNER_ONLY);
  return home;
}

/** Removes the databases and what was noted about them. Nothing may run on them. */
export function removeData(dataDir: string): void {
  const inside = join(dataDir, 'postgres');
  for (const path of [linkTarget(inside), inside, join(dataDir, 'logs'), join(dataDir, 'temporal.sqlite')]) {
    if (path !== undefined) rmSync(path, { recursive: true, force: true });
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
