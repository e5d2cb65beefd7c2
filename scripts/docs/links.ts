import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Finding } from './finding.ts';
import { type Page, readPage } from './pages.ts';

/** `[text](target)` and `[text]: target`, without what follows a space in the target (a title). */
const LINKS = [/\]\(<?([^)\s>]+)>?(?:\s[^)]*)?\)/g, /^\s{0,3}\[[^\]]+\]:\s+<?(\S+?)>?(?:\s|$)/g];
const OUTSIDE = /^[a-z][a-z0-9+.-]*:|^\/\//i;

/** Every relative link leads to a file or folder of the repository, and its fragment to a heading there. */
export function checkLinks(root: string, pages: readonly Page[]): Finding[] {
  return pages.flatMap((page) =>
    page.lines
      .filter(({ isCode }) => !isCode)
      .flatMap(({ number, text }) =>
        targets(text).flatMap((target) => {
          const problem = problemOf(root, page, target);
          return problem === undefined
            ? []
            : [{ file: page.file, line: number, message: `${target}: ${problem}` }];
        }),
      ),
  );
}

function targets(text: string): string[] {
  const prose = text.replace(/`[^`]*`/g, '');
  return LINKS.flatMap((pattern) => [...prose.matchAll(pattern)].map((match) => match[1] ?? '')).filter(
    (target) => !OUTSIDE.test(target),
  );
}

function problemOf(root: string, page: Page, target: string): string | undefined {
  const [path = '', fragment] = target.split('#');
  const to = path === '' ? join(root, page.file) : join(root, dirname(page.file), decodeURIComponent(path));
  const inside = relative(root, to);
  if (path.startsWith('/') || inside.startsWith('..'))
    return 'leads out of the repository: use a relative path inside it';
  if (!existsSync(to)) return `there is no ${inside}`;
  if (fragment === undefined || statSync(to).isDirectory() || !to.endsWith('.md')) return undefined;
  const targetPage = readPage(root, inside);
  if (headings(targetPage).has(fragment) || anchors(targetPage).has(fragment)) return undefined;
  return `${inside} has no heading #${fragment}`;
}

/** Ids that a page sets itself, as the rows of a generated table do. */
function anchors(page: Page): Set<string> {
  const lines = page.lines.filter((line) => !line.isCode);
  return new Set(
    lines.flatMap(({ text }) => [...text.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1] ?? '')),
  );
}

/** Ids of headings as forges make them: lower case, punctuation dropped, spaces to hyphens, repeats numbered. */
function headings(page: Page): Set<string> {
  const ids = new Set<string>();
  for (const { text, isCode } of page.lines) {
    const title = isCode ? undefined : /^#{1,6}\s+(.+?)\s*#*$/.exec(text)?.[1];
    if (title === undefined) continue;
    const id = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let unique = id;
    for (let repeat = 1; ids.has(unique); repeat++) unique = `${id}-${repeat}`;
    ids.add(unique);
  }
  return ids;
}
