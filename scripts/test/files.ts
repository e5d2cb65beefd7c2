import { globSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** Where tests live. Fixtures are not among them: a test's file ends in `.test.ts` or `.test.tsx`. */
const PATTERNS = [
  'packages/*/test/**/*.test.ts',
  'services/*/test/**/*.test.ts',
  'agents/**/test/**/*.test.ts',
  'chaos/**/test/**/*.test.ts',
  'deploy/local/test/**/*.test.ts',
  'deploy/monitoring/test/**/*.test.ts',
  'examples/test/**/*.test.ts',
  'scripts/test/**/*.test.ts',
  'web/test/**/*.test.ts',
];

/**
 * The naming rule: a file named `*.unit.test.ts` needs neither Postgres nor Temporal nor a browser. `--unit` runs only
 * those, and starts nothing.
 */
export const isUnit = (file: string) => file.endsWith('.unit.test.ts');

/** The test files to run, as absolute paths: the given ones, or all. */
export function testFiles(root: string, given: readonly string[], unitOnly: boolean): string[] {
  const files = given.length > 0 ? given.map((file) => resolve(file)) : found(root);
  return unitOnly ? files.filter(isUnit) : files;
}

function found(root: string): string[] {
  const exclude = (path: string) => path.includes('node_modules');
  return globSync(PATTERNS, { cwd: root, exclude })
    .sort()
    .map((file) => resolve(root, file));
}

/** Short for messages. */
export const shown = (root: string, file: string) => relative(root, file);
