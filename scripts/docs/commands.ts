import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Finding } from './finding.ts';
import { type Page, spans } from './pages.ts';

const Package = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** Where a command starts: at the beginning, after a prompt, after another command, after NAME=value. */
const START = String.raw`(?:^|[;&|(]\s*|\$ )\s*(?:[A-Z_][A-Z0-9_]*=\S*\s+)*`;
const NPM_RUN = new RegExp(`${START}npm (?:run ([a-z][\\w:-]*)|(test|start)\\b)`, 'g');
const MAKE = new RegExp(`${START}make((?: +(?:[a-z][\\w-]*|[A-Z_]+=\\S*))*)`, 'g');
const NODE_FILE = new RegExp(`${START}node (?:--[\\w=-]+ )*([\\w./-]+\\.ts)`, 'g');

/** Every `npm run X`, `make X` and `node X.ts` that a page tells people to type exists. */
export function checkCommands(root: string, pages: readonly Page[]): Finding[] {
  const targets = makeTargets(root);
  return pages.flatMap((page) =>
    page.lines.flatMap(({ number, text, isCode }) =>
      (isCode ? [text] : spans(text)).flatMap((code) =>
        problems(root, page, code, targets).map((message) => ({ file: page.file, line: number, message })),
      ),
    ),
  );
}

function problems(root: string, page: Page, code: string, targets: ReadonlySet<string>): string[] {
  const folders = ['.', dirname(page.file)];
  const scripts = new Set(folders.flatMap((folder) => npmScripts(join(root, folder))));
  const found: string[] = [];
  for (const [, named, short] of code.matchAll(NPM_RUN)) {
    const script = named ?? short ?? '';
    if (!scripts.has(script))
      found.push(`npm run ${script}: no package.json here or at the root has this script`);
  }
  for (const [, list = ''] of code.matchAll(MAKE)) {
    for (const target of list.split(' ').filter((word) => word !== '' && !word.includes('='))) {
      if (!targets.has(target)) found.push(`make ${target}: the Makefile has no such target`);
    }
  }
  for (const [, file = ''] of code.matchAll(NODE_FILE)) {
    if (!folders.some((folder) => existsSync(join(root, folder, file))))
      found.push(`node ${file}: there is no such file`);
  }
  return found;
}

function npmScripts(folder: string): string[] {
  const file = join(folder, 'package.json');
  return existsSync(file) ? Object.keys(Package.parse(JSON.parse(readFileSync(file, 'utf8'))).scripts) : [];
}

function makeTargets(root: string): Set<string> {
  const file = join(root, 'Makefile');
  if (!existsSync(file)) return new Set();
  const rules = readFileSync(file, 'utf8').matchAll(/^([a-z][\w -]*?)\s*:(?!=)/gm);
  return new Set([...rules].flatMap((match) => (match[1] ?? '').split(/\s+/)));
}
