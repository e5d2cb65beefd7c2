import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.ts';

export type Catalogue = Readonly<Record<string, { readonly status: number; readonly title: string }>>;

const FOLDER = 'docs/errors';
const CATALOGUE_FILE = 'packages/contracts/src/errors.ts';

/** Every code has a page and every page a code; a page says the status and the title of the catalogue. */
export function checkErrors(root: string, catalogue: Catalogue): Finding[] {
  const pages = globSync('*.md', { cwd: join(root, FOLDER) }).sort();
  const codes = new Set(pages.map((page) => page.replace(/\.md$/, '')));
  const missing = Object.keys(catalogue)
    .filter((code) => !codes.has(code))
    .map((code) => ({
      file: CATALOGUE_FILE,
      line: lineOf(readFileSync(join(root, CATALOGUE_FILE), 'utf8'), `  ${code}:`),
      message: `${code} has no page: write ${FOLDER}/${code}.md`,
    }));
  return [...missing, ...[...codes].flatMap((code) => checkPage(root, code, catalogue))];
}

function checkPage(root: string, code: string, catalogue: Catalogue): Finding[] {
  const file = `${FOLDER}/${code}.md`;
  const entry = catalogue[code];
  if (entry === undefined) {
    return [{ file, line: 1, message: `${code} is no code of ${CATALOGUE_FILE}: remove the page` }];
  }
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const expected = [`# ${code}`, '', `${entry.title}. HTTP status ${entry.status}.`];
  return expected.flatMap((text, index) =>
    lines[index] === text
      ? []
      : [{ file, line: index + 1, message: `this line must be ${JSON.stringify(text)}` }],
  );
}

function lineOf(text: string, start: string): number {
  return text.split('\n').findIndex((line) => line.startsWith(start)) + 1;
}
