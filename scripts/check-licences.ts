/**
 * `node scripts/check-licences.ts`: every package that a running product loads has a licence that allows any use in a
 * product. It reads what is installed, not what a registry says. Tools of development are not shipped and not checked.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@checkpoint/local';
import { z } from 'zod';

/** Permissive licences, by their SPDX names. CC-BY-4.0 covers data here (browser versions), never code. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that state no licence in the usual field, with the licence that their files give. */
const READ_BY_HAND: Readonly<Record<string, string>> = { unionfs: 'Unlicense' };

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
});

/** `(MIT OR GPL-2.0)` lets us choose; `MIT AND ISC` binds to both. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ');
  return bare
    .split(/\sOR\s/i)
    .some((choice) => choice.split(/\sAND\s/i).every((licence) => ALLOWED.has(licence.trim())));
}

function installed(): string[] {
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const inside = (folder: string) => folder.includes('/node_modules/');
  return [...new Set(listed.split('\n').filter(inside))];
}

function licenceOf(folder: string): { name: string; licence: string } {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const { name, version, license, licenses } = manifest;
  const stated = typeof license === 'string' ? license : license?.type;
  const several = licenses?.map(({ type }) => type).join(' OR ');
  return { name: `${name}@${version}`, licence: stated ?? several ?? READ_BY_HAND[name] ?? 'none stated' };
}

function main(): number {
  const packages = installed().map(licenceOf);
  const offenders = packages.filter(({ licence }) => !isAllowed(licence));
  for (const { name, licence } of offenders) {
    process.stdout.write(`${name}: ${licence} is not among the licences we ship\n`);
  }
  process.stdout.write(`${packages.length} packages shipped, ${offenders.length} under another licence\n`);
  return offenders.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
