import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A Markdown file, read once. */
export interface Page {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly lines: readonly Line[];
}

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** Inside a fenced block: commands are looked at, links are not. */
  readonly isCode: boolean;
}

const PATTERNS = [
  '*.md',
  'docs/**/*.md',
  '{packages,services,deploy,chaos}/**/README.md',
  '{agents,examples,web,scripts}/**/README.md',
];

/** Every page that is part of the product's documentation. */
export function readPages(root: string): Page[] {
  const files = globSync(PATTERNS, {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|inbox)$/.test(name),
  });
  return [...new Set(files)].sort().map((file) => readPage(root, file));
}

export function readPage(root: string, file: string): Page {
  let fence: string | undefined;
  const lines = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index): Line => {
      const mark = /^\s*(```+|~~~+)/.exec(text)?.[1];
      const isFence = mark !== undefined && (fence === undefined || text.trim().startsWith(fence));
      const isCode = fence !== undefined && !isFence;
      if (isFence) fence = fence === undefined ? mark : undefined;
      return { number: index + 1, text, isCode };
    });
  return { file, lines };
}

/** The inline code of a line. */
export function spans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}
