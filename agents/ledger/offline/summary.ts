import { readPercent } from '../../lib/amounts.ts';
import type { Figures } from '../figures.ts';
import { type Line, required } from './reading.ts';

/** What a line with one amount says of the whole document. */
export type SummaryKind = 'vatIncluded' | 'vat' | 'discount' | 'subtotal' | 'total';

/** Words that decide it, asked in this order: "Total HT" is a subtotal, "incl. VAT" is no VAT on top. */
const VAT_WORDS = new Set(['vat', 'mwst', 'ust', 'tva', 'tax', 'dph']);
const WORDS: Readonly<Record<Exclude<SummaryKind, 'vatIncluded' | 'vat'>, ReadonlySet<string>>> = {
  discount: new Set(['discount', 'rabatt', 'skonto', 'remise']),
  subtotal: new Set(['subtotal', 'zwischensumme', 'net', 'netto', 'nettobetrag', 'nettosumme', 'ht']),
  total: new Set(['total', 'gesamtbetrag', 'rechnungsbetrag', 'summe', 'due', 'pay']),
};
const INCLUDED_WORDS = new Set(['incl', 'inkl', 'enthaltene', 'included', 'darin']);

/** Undefined for a label that belongs to an item. */
export function summaryKind(label: string): SummaryKind | undefined {
  const words = label.toLowerCase().match(/\p{L}+/gu) ?? [];
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (has(VAT_WORDS)) return has(INCLUDED_WORDS) ? 'vatIncluded' : 'vat';
  for (const kind of ['discount', 'subtotal', 'total'] as const) {
    if (has(WORDS[kind])) return kind;
  }
  return undefined;
}

/** Collects lines and sums while a document is read from top to bottom. */
export class Collector {
  readonly #lines: Line[] = [];
  readonly #discounts: Figures['discounts'] = [];
  readonly #vat: Figures['vat'] = [];
  #pricesIncludeVat = false;
  #subtotal: number | undefined;
  #total: number | undefined;

  line(line: Line): void {
    this.#lines.push(line);
  }

  summary(kind: SummaryKind, label: string, amountMinor: number): void {
    const percent = readPercent(label);
    switch (kind) {
      case 'vatIncluded':
        this.#pricesIncludeVat = true;
        this.#vat.push({ percent: required(percent, `rate of ${label}`), amountMinor });
        break;
      case 'vat':
        this.#vat.push({ percent: required(percent, `rate of ${label}`), amountMinor });
        break;
      case 'discount':
        this.#discounts.push({
          description: label.trim(),
          ...(percent === undefined ? {} : { percent }),
          amountMinor: Math.abs(amountMinor),
        });
        break;
      case 'subtotal':
        this.#subtotal ??= amountMinor;
        break;
      case 'total':
        this.#total ??= amountMinor;
        break;
    }
  }

  figures(currency: 'EUR' | 'USD' | undefined): Figures {
    if (this.#lines.length === 0) throw new Error('no lines were found in the document');
    return {
      currency: required(currency, 'currency'),
      pricesIncludeVat: this.#pricesIncludeVat,
      lines: this.#lines,
      discounts: this.#discounts,
      vat: this.#vat,
      ...(this.#subtotal === undefined ? {} : { statedSubtotalMinor: this.#subtotal }),
      statedTotalMinor: required(this.#total, 'total'),
    };
  }
}
