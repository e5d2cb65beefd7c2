import { parse } from 'csv-parse/sync';
import { readAmount, readQuantity } from '../../lib/amounts.ts';
import { readDate } from './dates.ts';
import { type Found, required } from './reading.ts';
import { Collector, summaryKind } from './summary.ts';

/** Column and key names, by what they mean. */
const NAMES: Readonly<Record<string, string>> = {
  vendor: 'vendor',
  lieferant: 'vendor',
  invoice_no: 'number',
  credit_note_no: 'number',
  rechnungsnummer: 'number',
  belegnr: 'number',
  invoice_date: 'date',
  date: 'date',
  rechnungsdatum: 'date',
  belegdatum: 'date',
  currency: 'currency',
  währung: 'currency',
  description: 'description',
  bezeichnung: 'description',
  quantity: 'quantity',
  menge: 'quantity',
  unit_price: 'price',
  einzelpreis: 'price',
  amount: 'amount',
  betrag: 'amount',
  'mwst-satz': 'vatPercent',
};
const COLUMNS = ['description', 'quantity', 'price', 'amount'];

/** A CSV export: keys and values, or repeated columns, with a table of lines and sums. */
export function readTable(text: string): Found {
  const rows = parseRows(text);
  const meanings = rows.map((row) => row.map((cell) => NAMES[cell.toLowerCase()]));
  const headAt = meanings.findIndex((row) => COLUMNS.every((column) => row.includes(column)));
  const head = meanings[headAt];
  if (head === undefined)
    throw new Error(`no row with the columns ${COLUMNS.join(', ')} was found in the document`);
  const body = rows.slice(headAt + 1);
  const cell = (row: readonly string[] | undefined, name: string) => row?.[head.indexOf(name)] ?? '';

  const keyed = new Map(
    rows.slice(0, headAt).map((row) => [NAMES[(row[0] ?? '').toLowerCase()], row[1] ?? '']),
  );
  const fact = (name: string) => required(keyed.get(name) ?? (cell(body[0], name) || undefined), name);
  const collector = new Collector();
  for (const row of body) addRow(collector, (name) => cell(row, name));
  const currency = fact('currency');
  return {
    vendor: fact('vendor'),
    number: fact('number'),
    date: required(readDate(fact('date')), 'date'),
    ...collector.figures(currency === 'EUR' || currency === 'USD' ? currency : undefined),
  };
}

function parseRows(text: string): string[][] {
  return parse(text, {
    delimiter: text.includes(';') ? ';' : ',',
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
}

/** A row without a quantity is a sum of the document, named in the column of the descriptions. */
function addRow(collector: Collector, cell: (name: string) => string): void {
  const description = cell('description');
  const amountMinor = required(readAmount(cell('amount')), `amount of ${description}`);
  const kind = summaryKind(description);
  if (cell('quantity') === '' && kind !== undefined) {
    collector.summary(kind, description, amountMinor);
    return;
  }
  const vatPercent = readQuantity(cell('vatPercent'));
  collector.line({
    description,
    quantity: required(readQuantity(cell('quantity')), `quantity of ${description}`),
    unitPriceMinor: required(readAmount(cell('price')), `price of ${description}`),
    amountMinor,
    ...(vatPercent === undefined ? {} : { vatPercent }),
  });
}
