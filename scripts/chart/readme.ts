/**
 * The chart's README: README.template.md with the values that values.yaml documents. A line `# -- text` stands for the
 * value below it; lines `# text` right after it go on with the text.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MARKER = '<!-- values -->';
const HEAD = '<!-- Made from README.template.md and values.yaml by `npm run chart:generate`. -->\n';

interface Documented {
  readonly path: string;
  readonly fallback: string;
  readonly text: string;
}

export function readmeOf(chart: string): string {
  const template = readFileSync(join(chart, 'README.template.md'), 'utf8');
  if (!template.includes(MARKER)) throw new Error(`README.template.md has no line ${MARKER}`);
  const values = documented(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  return HEAD + template.replace(MARKER, tables(values));
}

function tables(values: readonly Documented[]): string {
  const groups = Map.groupBy(values, ({ path }) => (path.includes('.') ? (path.split('.')[0] ?? '') : 'All'));
  return [...groups]
    .map(([group, rows]) => {
      const lines = rows.map(({ path, fallback, text }) => `| \`${path}\` | ${fallback} | ${text} |`);
      return `### ${group}\n\n| value | default | what it is |\n|---|---|---|\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

/** Values with a `# --` comment, by their path. Depth is told by indentation, two spaces a level, as in values.yaml. */
export function documented(yaml: string): Documented[] {
  const found: Documented[] = [];
  const path: string[] = [];
  let text: string | undefined;
  for (const line of yaml.split('\n')) {
    const comment = /^\s*# (?:-- )?(.*)$/.exec(line);
    if (comment !== null) {
      if (/^\s*# -- /.test(line)) text = comment[1];
      else if (text !== undefined) text += ` ${comment[1]}`;
      continue;
    }
    const key = /^(\s*)([A-Za-z][A-Za-z0-9]*):\s*(.*)$/.exec(line);
    if (key !== null) {
      path.length = (key[1] ?? '').length / 2;
      path.push(key[2] ?? '');
      if (text !== undefined)
        found.push({ path: path.join('.'), fallback: shown(key[3] ?? ''), text: escaped(text) });
    }
    text = undefined;
  }
  return found;
}

function shown(value: string): string {
  return value === '' || /^[[{]$/.test(value) ? 'see values.yaml' : `\`${escaped(value)}\``;
}

const escaped = (text: string): string => text.replaceAll('|', '\\|');
