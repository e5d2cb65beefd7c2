import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The version of the npm package that brought these binaries. */
export function version(native: string): string {
  const manifest = readFileSync(join(dirname(native), 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}
