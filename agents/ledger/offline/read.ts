import { categoryOf } from './category.ts';
import { readJson } from './json.ts';
import type { Found, Reading, Source } from './reading.ts';
import { readTable } from './table.ts';
import { readMail, readScan } from './text.ts';

/** Reads a document of any format. Throws an Error that names the document and what it lacks. */
export function read({ document, text }: Source): Reading {
  try {
    const found = readerOf(document, text)(text);
    const descriptions = found.lines.map((line) => line.description);
    return { document, category: categoryOf(found.vendor, descriptions), ...found };
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
    throw new Error(`${document} cannot be read by rules: ${cause.message}`, { cause });
  }
}

/** The name tells most; a text is a mail when it begins with a header, else a scan. */
function readerOf(document: string, text: string): (text: string) => Found {
  if (document.endsWith('.json')) return readJson;
  if (document.endsWith('.csv')) return readTable;
  return /^(?:From|To|Date|Subject):/.test(text) ? readMail : readScan;
}
