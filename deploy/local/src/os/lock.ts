import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, InvariantError } from '@checkpoint/contracts';
import { z } from 'zod';
import { isAlive, markOf, type ProcessMark } from './process-table.ts';

const Holder = z.object({ pid: z.int(), started: z.string() });

/** Takes the data folder for this process, or throws STACK_RUNNING with the pid that holds it. Returns the release. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const taken = takeLock(join(dataDir, 'stack.lock'));
  if (typeof taken === 'function') return taken;
  throw new AppError(
    'STACK_RUNNING',
    `the data folder ${dataDir} is in use by the stack with pid ${taken.pid}: stop it, or set CHECKPOINT_DATA to another folder`,
    { dataDir, pid: taken.pid },
  );
}

/** Takes a lock file and returns its release, or the living process that holds it. A dead one's lock is taken over. */
export function takeLock(lock: string): (() => void) | ProcessMark {
  const mine = `${lock}.${process.pid}`;
  const mark = markOf(process.pid);
  if (mark === undefined) throw new InvariantError('this process is not in /proc');
  writeFileSync(mine, JSON.stringify(mark));
  try {
    while (!linked(mine, lock)) {
      const holder = livingHolder(lock);
      if (holder !== undefined) return holder;
      removeStale(lock);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** A hard link either appears whole or not at all, so two processes cannot both win. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

function removeStale(lock: string): void {
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return;
    throw thrown;
  }
  // Another starter may have replaced the stale lock between the look and the move: then its lock goes back.
  if (livingHolder(aside) !== undefined) renameSync(aside, lock);
  else rmSync(aside);
}

function livingHolder(lock: string): ProcessMark | undefined {
  try {
    const holder = Holder.parse(JSON.parse(readFileSync(lock, 'utf8')));
    return isAlive(holder) ? holder : undefined;
  } catch (thrown) {
    // The holder let go between our try and our look.
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

function codeOf(thrown: unknown): string | undefined {
  return (thrown as NodeJS.ErrnoException).code;
}
