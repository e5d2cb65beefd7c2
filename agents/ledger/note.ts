import type { RenderContext } from '@checkpoint/agent';
import { formatMinor } from '../lib/decimal.ts';
import type { Booking } from './booking.ts';
import { checkSums } from './sums.ts';

export type Note = Booking & { readonly remark: string };

/** `001-bakery-hansen.txt` → `001-bakery-hansen.md`. */
export function noteName(document: string): string {
  return document.replace(/\.[a-z]+$/, '.md');
}

/** The note that a bookkeeper keeps with the document, in Markdown. Equal arguments give equal bytes. */
export function renderNote(note: Note, context: RenderContext): string {
  const money = (minor: number) => `${formatMinor(minor)} ${note.currency}`;
  return [
    `# ${text(note.vendor)}: ${text(note.number)}`,
    '',
    verdict(note),
    '',
    '| | |',
    '|---|---|',
    `| Document | ${note.document} |`,
    `| Date | ${note.date} |`,
    `| Category | ${note.category.replaceAll('_', ' ')} |`,
    `| Stated total | ${money(note.statedTotalMinor)} |`,
    `| Computed total | ${money(note.computedTotalMinor)} |`,
    `| Difference | ${money(note.statedTotalMinor - note.computedTotalMinor)} |`,
    '',
    '## Lines',
    '',
    '| Description | Quantity | Unit price | Amount |',
    '|---|---:|---:|---:|',
    ...note.lines.map(
      (line) =>
        `| ${text(line.description)} | ${line.quantity} | ${formatMinor(line.unitPriceMinor)} | ${formatMinor(line.amountMinor)} |`,
    ),
    ...note.discounts.map((item) => `| ${text(item.description)} | | | ${formatMinor(-item.amountMinor)} |`),
    ...note.vat.map(
      (item) =>
        `| VAT ${item.percent} %${note.pricesIncludeVat ? ' (included)' : ''} | | | ${formatMinor(item.amountMinor)} |`,
    ),
    `| **Total as stated** | | | **${formatMinor(note.statedTotalMinor)}** |`,
    '',
    ...(note.remark === '' ? [] : ['## Remark', '', text(note.remark), '']),
    `Booked by run ${context.runId}, step ${context.step}.`,
    '',
  ].join('\n');
}

function verdict(note: Booking): string {
  const { agrees, problems } = checkSums(note);
  if (agrees) return 'The sums add up.';
  return ['**The sums do not add up:**', '', ...problems.map((item) => `- ${text(item.message)}`)].join('\n');
}

/** Characters that Markdown or a table would read as markup are shown as they are. */
function text(value: string): string {
  return value.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
