import { execFileSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BinaryName, VERSIONS } from './versions.ts';

/** The folder in the cache that holds Temporal's binaries, named after the version of the server. */
export function binariesFolder(cacheDir: string): string {
  return join(cacheDir, `temporal-${VERSIONS['temporal-server']}`);
}

/** The binary in the cache folder, else one of the right version on PATH, else undefined. */
export function findBinary(name: BinaryName, cacheDir: string, path: string): string | undefined {
  const cached = join(binariesFolder(cacheDir), name);
  if (isExecutable(cached)) return cached;
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((file) => isExecutable(file) && hasVersion(file, name));
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Another version on PATH may have another schema, so only the one that was measured is taken. */
function hasVersion(file: string, name: BinaryName): boolean {
  try {
    return execFileSync(file, ['--version'], { encoding: 'utf8' }).includes(VERSIONS[name]);
  } catch {
    return false;
  }
}
