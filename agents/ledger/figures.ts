import { z } from 'zod';
import { DECIMAL_PATTERN } from '../lib/decimal.ts';
import { OneLine } from '../lib/text.ts';

/** More digits than any invoice of this office has, and still exact in a JSON number: 10 billion in major units. */
const MAX_MINOR = 1_000_000_000_000;
/** Lines of one document; keeps a rendered note far below the limit of an artifact (256 KiB). */
const MAX_LINES = 200;

export const Minor = z
  .int()
  .min(-MAX_MINOR)
  .max(MAX_MINOR)
  .describe('whole minor units (cents), never a fraction');
const Decimal = z
  .string()
  .regex(DECIMAL_PATTERN, 'write a decimal with a point and at most 4 places, like "2.5"');
const Percent = Decimal.refine((text) => !text.startsWith('-'), 'a percentage is not negative');

const Line = z.strictObject({
  description: OneLine,
  quantity: Decimal.describe('"2.5"; negative on a credit note'),
  unitPriceMinor: Minor,
  amountMinor: Minor.describe('the amount that the document prints for this line'),
  vatPercent: Percent.optional().describe(
    'only when the document gives a rate for this line; "0" for untaxed',
  ),
});

const Discount = z.strictObject({
  description: OneLine,
  percent: Percent.optional().describe('of the sum of the lines, when the document gives a percentage'),
  amountMinor: Minor.describe('as printed, positive when it lowers the total'),
});

const Vat = z.strictObject({
  percent: Percent,
  amountMinor: Minor.describe('the tax that the document prints'),
});

/** The figures of a document, exactly as printed: wrong sums are copied, never mended. */
export const figuresShape = {
  currency: z.enum(['EUR', 'USD']),
  pricesIncludeVat: z.boolean().describe('true when the lines already contain the VAT, as on till receipts'),
  lines: z.array(Line).min(1).max(MAX_LINES),
  discounts: z.array(Discount).max(MAX_LINES),
  vat: z.array(Vat).max(MAX_LINES).describe('one entry a rate; empty when the document shows no tax'),
  statedSubtotalMinor: Minor.optional().describe('sum of the lines before discounts and tax, when printed'),
  statedTotalMinor: Minor.describe('the total that the document prints'),
};
const FiguresObject = z.strictObject(figuresShape);
export type Figures = z.infer<typeof FiguresObject>;

/** Says what of the figures cannot be computed, or nothing. */
export function unclearRates(figures: Pick<Figures, 'vat' | 'lines'>): string | undefined {
  if (figures.vat.length < 2) return undefined;
  const line = figures.lines.findIndex((item) => item.vatPercent === undefined);
  if (line < 0) return undefined;
  return `lines[${line}].vatPercent: the document has ${figures.vat.length} VAT rates, so every line must name its own`;
}

export const Figures = FiguresObject.superRefine((figures, context) => {
  const unclear = unclearRates(figures);
  if (unclear !== undefined) context.addIssue({ code: 'custom', path: ['lines'], message: unclear });
});
