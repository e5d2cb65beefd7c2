import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { type BinaryName, SERVER_VERSION } from './versions.ts';

/** The folder in the cache that holds the binaries of this server version. */
export function binariesFolder(cacheDir: string): string {
  return join(cacheDir, `temporal-${SERVER_VERSION}`);
}

/** The binary in the cache folder, else on PATH, else undefined. */
export function findBinary(name: BinaryName, cacheDir: string, path: string): string | undefined {
  const candidates = [binariesFolder(cacheDir), ...path.split(delimiter).filter((folder) => folder !== '')];
  return candidates.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
