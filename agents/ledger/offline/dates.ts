import { format, isValid, parse } from 'date-fns';

/** Each style of date with the format that reads it. date-fns checks that the day exists. */
const STYLES: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/\b\d{4}-\d{2}-\d{2}(?!\d)/, 'yyyy-MM-dd'],
  [/\b\d{1,2}\.\d{1,2}\.\d{4}\b/, 'd.M.yyyy'],
  [/\b\d{1,2}\.\d{1,2}\.\d{2}\b/, 'd.M.yy'],
  [/\b[A-Z][a-z]{3,} \d{1,2}, \d{4}\b/, 'MMMM d, yyyy'],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b/, 'MMM d, yyyy'],
  [/\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/, 'd MMM yyyy'],
  [/\b\d{1,2} [A-Z][a-z]{3,} \d{4}\b/, 'd MMMM yyyy'],
  [/\b\d{1,2} [A-Z][a-z]{2} \d{2}\b/, 'd MMM yy'],
  [/\b\d{1,2}-[A-Z][a-z]{2}-\d{4}\b/, 'd-MMM-yyyy'],
];
const SLASHED = /\b\d{1,2}\/\d{1,2}\/\d{4}\b/;
const MONTH_FIRST = /MM\/DD\/YYYY|month\/day/i;
const DAY_FIRST = /DD\/MM\/YYYY|day\/month/i;

/** Only fills what a format lacks, and every format has day, month and year; two-digit years fall near it. */
const REFERENCE = new Date(2026, 0, 1);

/** A line that names the document's own date, and one that names some other date. */
const DATED = /\b(?:date|dated|datum|issued|issue|rechnungsdatum)\b/i;
const OTHER_DATE = /\b(?:due|until|before|bis|zahlbar|fällig|abgebucht|scan|scanned|wrote)\b/i;

/** The first date in a text as YYYY-MM-DD. 03/04/2026 is read only when `whole` says which part is the month. */
export function readDate(text: string, whole: string = text): string | undefined {
  for (const [pattern, style] of [...STYLES, ...slashStyle(whole)]) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const date = parse(match[0], style, REFERENCE);
    if (isValid(date)) return format(date, 'yyyy-MM-dd');
  }
  return undefined;
}

function slashStyle(whole: string): (readonly [RegExp, string])[] {
  if (MONTH_FIRST.test(whole)) return [[SLASHED, 'M/d/yyyy']];
  if (DAY_FIRST.test(whole)) return [[SLASHED, 'd/M/yyyy']];
  return [];
}

/** The date of a document: from a line that says so, else the first date that belongs to nothing else. */
export function documentDate(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => !OTHER_DATE.test(line));
  const found = (candidates: readonly string[]) =>
    candidates.map((line) => readDate(line, text)).find((date) => date !== undefined);
  return found(lines.filter((line) => DATED.test(line))) ?? found(lines);
}
