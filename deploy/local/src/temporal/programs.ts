import { TerminalError } from '@checkpoint/contracts';
import { readConfig } from '../config.ts';
import { waysOf } from './provide.ts';
import { type BinaryName, VERSIONS } from './versions.ts';

/** Paths of the server, its SQL tool and its web UI, for an image. Builds what is missing; throws when that fails. */
export async function temporalPrograms(report: (line: string) => void): Promise<string[]> {
  const { cacheDir, path } = readConfig();
  const ways = waysOf(cacheDir, path, report);
  const names = Object.keys(VERSIONS) as BinaryName[];
  const missing = names.filter((name) => ways.find(name) === undefined);
  if (missing.length > 0) await ways.build(missing);
  return names.map((name) => {
    const found = ways.find(name);
    if (found === undefined) throw new TerminalError('START_FAILED', `the build of ${name} ended without it`);
    return found;
  });
}
