import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, InvariantError } from '@checkpoint/contracts';
import { z } from 'zod';
import { isAlive, markOf } from './process-table.ts';

const Holder = z.object({ pid: z.int(), started: z.string() });

/**
 * Takes the data folder for this process, or throws STACK_RUNNING with the pid that holds it. A lock whose process is
 * gone is taken over. Returns the release.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = join(dataDir, 'stack.lock');
  const mine = `${lock}.${process.pid}`;
  const mark = markOf(process.pid);
  if (mark === undefined) throw new InvariantError('this process is not in /proc');
  writeFileSync(mine, JSON.stringify(mark));
  try {
    while (!linked(mine, lock)) removeIfStale(lock, dataDir);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** A hard link either appears whole or not at all, so two stacks cannot both win. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

function removeIfStale(lock: string, dataDir: string): void {
  refuseLiving(lock, dataDir);
  const aside = `${lock}.stale-${process.pid}`;
  renameSync(lock, aside);
  // Another starter may have replaced the stale lock between the look and the move: then its lock goes back.
  if (holderIn(aside) !== undefined) renameSync(aside, lock);
  else rmSync(aside);
}

function refuseLiving(lock: string, dataDir: string): void {
  const pid = holderIn(lock);
  if (pid === undefined) return;
  throw new AppError(
    'STACK_RUNNING',
    `the data folder ${dataDir} is in use by the stack with pid ${pid}: stop it, or set CHECKPOINT_DATA to another folder`,
    { dataDir, pid },
  );
}

function holderIn(lock: string): number | undefined {
  const holder = Holder.parse(JSON.parse(readFileSync(lock, 'utf8')));
  return isAlive(holder) ? holder.pid : undefined;
}
