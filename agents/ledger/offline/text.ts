import { AMOUNT, readAmount, readCurrency } from '../../lib/amounts.ts';
import { documentDate, readDate } from './dates.ts';
import { readItem } from './items.ts';
import { type Found, required } from './reading.ts';
import { mendScan } from './scan.ts';
import { Collector, summaryKind } from './summary.ts';
import { readTable } from './table.ts';

const NUMBER =
  /\b(?:invoice|receipt|rechnung|rechnungs|bon|credit note|order|facture|statement|policy|reference)\b[-\s]*(?:no|nr|n°|number|#)?\.?\s*:?\s*([A-Z0-9][\w/-]*\d[\w/-]*)/i;
/** `Filing fee: USD 145.00`, `Policy fee ....... $35.00`, `Summe EUR    136,20`; a remark in brackets may follow. */
const LABELLED = new RegExp(
  `^(.*?\\p{L}.*?)(?::\\s*|\\s*\\.{3,}\\s*|\\s{2,})(${AMOUNT})(?:\\s+\\([^)]*\\p{L}[^)]*\\))?$`,
  'u',
);
/** First lines of a scan that a machine or the post room has put there. */
const SCAN_MARK = /\b(?:scan|scanned|gescannt|eingang|kassenbeleg)\b/i;

/** A mail: its header names the vendor, its body or a CSV attachment has the rest. */
export function readMail(text: string): Found {
  const split = text.indexOf('\n\n');
  const head = text.slice(0, split);
  const body = withoutQuotes(text.slice(split + 2));
  const header = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1];
  const attachment = /\[attachment [^\]]*\.csv\]\n([\s\S]*)$/.exec(body)?.[1];
  if (attachment !== undefined) return readTable(attachment);
  const subject = header('Subject') ?? '';
  return {
    vendor: required(/^Issued by:\s*(.+)$/m.exec(body)?.[1] ?? senderName(header('From')), 'vendor'),
    number: required(NUMBER.exec(body)?.[1] ?? NUMBER.exec(subject)?.[1], 'number'),
    date: required(documentDate(body) ?? readDate(header('Date') ?? ''), 'date'),
    ...readFigures(body),
  };
}

/** A scanned page: what the scanner misread is mended first. */
export function readScan(text: string): Found {
  const mended = mendScan(text);
  const lines = mended.split('\n').map((line) => line.trim());
  const vendor = lines.find((line) => /\p{L}{3}/u.test(line) && !SCAN_MARK.test(line));
  return {
    vendor: required(vendor, 'vendor'),
    number: required(NUMBER.exec(mended)?.[1], 'number'),
    date: required(documentDate(mended), 'date'),
    ...readFigures(mended),
  };
}

function readFigures(text: string) {
  const collector = new Collector();
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const item = readItem(line);
    const labelled = LABELLED.exec(line);
    const amount = labelled === null ? undefined : readAmount(labelled[2] ?? '');
    if (item !== undefined) {
      collector.line(item);
    } else if (labelled !== null && amount !== undefined) {
      const label = labelled[1] ?? '';
      const kind = summaryKind(label);
      if (kind === undefined)
        collector.line({ description: label, quantity: '1', unitPriceMinor: amount, amountMinor: amount });
      else collector.summary(kind, label, amount);
    }
  }
  return collector.figures(readCurrency(text));
}

function withoutQuotes(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n');
}

function senderName(from: string | undefined): string | undefined {
  return from?.replace(/\s*<[^>]*>\s*$/, '').replace(/^"|"$/g, '');
}
