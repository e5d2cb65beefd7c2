/**
 * Unpacks Temporal's binaries from a folder beside the repository, where a machine may keep copies of slow builds.
 * Without such a copy it does nothing: the binaries are then found, downloaded or built when they are needed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { binariesFolder, REPOSITORY, readConfig } from '@checkpoint/local';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The copies are built for this platform only. */
const PLATFORM = 'linux-x64';

function prime(): void {
  const target = binariesFolder(readConfig().cacheDir);
  const archive = join(REPOSITORY, '..', 'shared', 'cache', `${basename(target)}.tar.xz`);
  if (`${process.platform}-${process.arch}` !== PLATFORM || !existsSync(archive)) return;
  if (existsSync(join(target, 'temporal-server')) && existsSync(join(target, 'temporal-ui-server'))) return;
  say(`unpacking ${archive}`);
  const aside = `${target}.unpacking-${process.pid}`;
  try {
    mkdirSync(aside, { recursive: true });
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xJf', archive, '-C', aside], { stdio: ['ignore', 'ignore', 'pipe'] });
    // One by one, whole: another process may be doing the same, or be using one of them.
    for (const name of readdirSync(aside)) renameSync(join(aside, name), join(target, name));
  } catch (thrown) {
    say(`could not unpack it, going on without: ${thrown instanceof Error ? thrown.message : thrown}`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

try {
  prime();
} catch (thrown) {
  // A setting that cannot be used: one line that names it, not where in our code it was met.
  process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
  process.exitCode = 1;
}
