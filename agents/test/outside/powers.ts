import type { Import, ModuleFacts } from './module-facts.ts';

/** Something by which a module can change the outside world. */
export interface Power {
  readonly what: string;
  readonly line: number;
}

/**
 * What agents may import anywhere: it computes, or only reads. Everything that is not in a list here counts as a power,
 * so a new library is refused until somebody has looked at it.
 */
const PURE_PACKAGES = new Set([
  '@checkpoint/agent',
  'csv-parse/sync',
  'date-fns',
  'nodemailer/lib/mime-funcs',
  'nodemailer/lib/qp',
  'postal-mime',
  'zod',
]);
const PURE_BUILTINS = new Set([
  'node:assert',
  'node:assert/strict',
  'node:buffer',
  'node:crypto',
  'node:events',
  'node:path',
  'node:stream',
  'node:timers/promises',
  'node:url',
  'node:util',
]);
const FILE_SYSTEM = new Set(['node:fs', 'node:fs/promises']);
const READING = new Set([
  'access',
  'existsSync',
  'readFile',
  'readFileSync',
  'readdir',
  'readdirSync',
  'stat',
]);

/** Free names that reach outside, or behind which everything can be found. */
const POWERFUL_NAMES = [
  'EventSource',
  'Function',
  'WebSocket',
  'XMLHttpRequest',
  'eval',
  'fetch',
  'globalThis',
  'navigator',
  'process',
  'require',
];

/** The powers that a module has by itself, not through other modules of ours. */
export function powersOf(facts: ModuleFacts): Power[] {
  const named = POWERFUL_NAMES.flatMap((name) => {
    const line = facts.names.get(name);
    return line === undefined ? [] : [{ what: name, line }];
  });
  return [...named, ...facts.imports.flatMap(importedPower)];
}

function importedPower({ specifier, names, line }: Import): Power[] {
  if (specifier === undefined) return [{ what: 'an import of a computed name', line }];
  if (specifier.startsWith('.') || PURE_PACKAGES.has(specifier) || PURE_BUILTINS.has(specifier)) return [];
  if (!FILE_SYSTEM.has(specifier)) return [{ what: specifier, line }];
  if (names === undefined) return [{ what: `all of ${specifier}`, line }];
  return names
    .filter((name) => !READING.has(name))
    .map((name) => ({ what: `${name} of ${specifier}`, line }));
}
