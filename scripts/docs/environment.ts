import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.ts';
import { readPage, spans } from './pages.ts';

/** The one table of environment names. */
export const TABLE_FILE = 'docs/configuration.md';

/** Which part reads the environment where, and what the table calls it. */
const READERS: readonly { readonly label: string; readonly folder: string }[] = [
  { label: 'API', folder: 'services/api/src' },
  { label: 'worker', folder: 'services/worker/src' },
  { label: 'witness', folder: 'chaos/sink/src' },
  { label: 'local stack', folder: 'deploy/local/src' },
  { label: 'tests', folder: 'packages/testing/src' },
];

/** The cluster's scripts read theirs in one place, as `${NAME:-default}`. */
const SHELL_SETTINGS = { label: 'cluster', folder: 'deploy/kind', file: /^(lib|route)\.sh$/ };

interface Read {
  readonly name: string;
  readonly label: string;
  readonly file: string;
  readonly line: number;
  /** The default, where it is written as a literal. */
  readonly fallback: string | undefined;
}

interface Row {
  readonly name: string;
  readonly labels: readonly string[];
  readonly fallbacks: readonly string[];
  readonly line: number;
}

/** The table lists every name that a part reads, with its readers and its literal defaults, and no other name. */
export function checkEnvironment(root: string): Finding[] {
  const reads = [
    ...READERS.flatMap(({ label, folder }) => readsOf(root, label, folder)),
    ...shellReads(root),
  ];
  const rows = existsSync(join(root, TABLE_FILE)) ? tableRows(root) : [];
  return [
    ...reads.flatMap((read) => checkRead(read, rows)),
    ...rows.flatMap((row) => checkRow(row, reads, rows)),
  ];
}

function checkRead(read: Read, rows: readonly Row[]): Finding[] {
  const { file, line, name, label, fallback } = read;
  const row = rows.find((candidate) => candidate.name === name);
  if (row === undefined)
    return [{ file, line, message: `${name} is missing from the table in ${TABLE_FILE}` }];
  const findings: Finding[] = [];
  const at = { file: TABLE_FILE, line: row.line };
  if (!row.labels.includes(label))
    findings.push({ ...at, message: `${name} is read by ${label} too (${file}:${line})` });
  if (fallback !== undefined && fallback !== '' && !row.fallbacks.includes(fallback)) {
    findings.push({ ...at, message: `${name} has the default \`${fallback}\` in ${file}:${line}` });
  }
  return findings;
}

function checkRow(row: Row, reads: readonly Read[], rows: readonly Row[]): Finding[] {
  const at = { file: TABLE_FILE, line: row.line };
  const readers = reads.filter(({ name }) => name === row.name).map(({ label }) => label);
  if (readers.length === 0) return [{ ...at, message: `${row.name} is read by no config.ts` }];
  const first = rows.find(({ name }) => name === row.name);
  if (first !== row) return [{ ...at, message: `${row.name} is in line ${first?.line} already` }];
  return row.labels
    .filter((label) => !readers.includes(label))
    .map((label) => ({ ...at, message: `${row.name} is not read by ${label}` }));
}

/** Rows of tables whose first cell is a name in code: name, readers, default, meaning. */
function tableRows(root: string): Row[] {
  return readPage(root, TABLE_FILE).lines.flatMap(({ text, number, isCode }) => {
    const cells = text.split('|').map((cell) => cell.trim());
    const name = /^`([A-Z][A-Z0-9_]+)`$/.exec(cells[1] ?? '')?.[1];
    if (isCode || name === undefined) return [];
    const labels = (cells[2] ?? '').split(',').map((label) => label.trim());
    return [{ name, labels, fallbacks: spans(cells[3] ?? ''), line: number }];
  });
}

/** Keys of `const Environment = z.object({ … })` in each config.ts, and names read as `env.NAME` elsewhere. */
function readsOf(root: string, label: string, folder: string): Read[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: root }).sort();
  const reads = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = file.endsWith('/config.ts') ? schemaKeys(text) : dottedNames(text);
    return found.map((read) => ({ ...read, label, file }));
  });
  return [...new Map(reads.map((read) => [read.name, read])).values()];
}

function shellReads(root: string): Read[] {
  const { label, folder, file: matching } = SHELL_SETTINGS;
  return globSync('*.sh', { cwd: join(root, folder) })
    .filter((name) => matching.test(name))
    .flatMap((name) =>
      readFileSync(join(root, folder, name), 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          [...text.matchAll(/\$\{(CHECKPOINT_[A-Z0-9_]+):-([^}]*)\}/g)].map((match) => ({
            name: match[1] ?? '',
            label,
            file: `${folder}/${name}`,
            line: index + 1,
            // A default that is built from another variable is no literal.
            fallback: match[2]?.includes('$') ? undefined : match[2],
          })),
        ),
    );
}

type Found = Pick<Read, 'name' | 'line' | 'fallback'>;

function schemaKeys(text: string): Found[] {
  const start = text.indexOf('const Environment = z.object({');
  if (start < 0) return [];
  const block = text.slice(start, text.indexOf('\n});', start));
  const firstLine = text.slice(0, start).split('\n').length;
  const keys = [...block.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)];
  return keys.map((match, index) => {
    const entry = block.slice(match.index, keys[index + 1]?.index);
    const literal = /\.default\((?:'([^']*)'|(\d+))\)/.exec(entry);
    const line = firstLine + block.slice(0, match.index).split('\n').length - 1;
    return { name: match[1] ?? '', line, fallback: literal?.[1] ?? literal?.[2] };
  });
}

function dottedNames(text: string): Found[] {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(/\benv\.([A-Z][A-Z0-9_]+)\b/g)].map((match) => ({
      name: match[1] ?? '',
      line: index + 1,
      fallback: undefined,
    })),
  );
}
