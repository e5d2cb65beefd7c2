import { z } from 'zod';
import { formatMinor } from '../lib/decimal.ts';
import { OneLine } from '../lib/text.ts';
import { figuresShape, Minor, unclearRates } from './figures.ts';
import { checkSums } from './sums.ts';

export const CATEGORIES = [
  'food_and_catering',
  'office_supplies',
  'software_and_hosting',
  'telecom',
  'utilities',
  'travel',
  'marketing_and_print',
  'professional_services',
  'tools_and_equipment',
  'maintenance_and_cleaning',
  'freight_and_courier',
  'insurance',
  'rent',
  'health_and_safety',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** What is booked for one document. `computedTotalMinor` and `sumsAgree` are claims that the schema checks. */
export const bookingShape = {
  document: z
    .string()
    .max(100)
    .regex(/^\d{3}-[a-z0-9-]+\.(?:txt|csv|json|eml)$/, 'use the name of the document as it was given')
    .describe('name of the document, like 001-bakery-hansen.txt'),
  vendor: OneLine.describe('who issued the document'),
  number: OneLine.describe("the vendor's number of the document"),
  date: z.iso.date().describe('date of the document, YYYY-MM-DD'),
  category: z.enum(CATEGORIES),
  ...figuresShape,
  computedTotalMinor: Minor.describe('the total that quantities, prices, discounts and VAT rates give'),
  sumsAgree: z.boolean().describe('true only when every printed sum is right'),
};
const BookingObject = z.strictObject(bookingShape);
export type Booking = z.infer<typeof BookingObject>;

/**
 * Adds the check that a booking's claims are what its own lines say. A tool with this schema cannot be called with a sum
 * that was made up: the call is refused before it becomes an effect.
 */
export function honest<Shape extends z.ZodObject>(schema: Shape): Shape {
  return schema.superRefine((value, context) => {
    for (const { path, message } of lies(value as unknown as Booking)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  });
}

function lies(booking: Booking): { path: string; message: string }[] {
  const unclear = unclearRates(booking);
  if (unclear !== undefined) return [{ path: 'lines', message: unclear }];
  const sums = checkSums(booking);
  const found: { path: string; message: string }[] = [];
  if (booking.computedTotalMinor !== sums.computedTotalMinor) {
    found.push({
      path: 'computedTotalMinor',
      message: `computedTotalMinor is ${booking.computedTotalMinor}, but the lines, discounts and VAT give ${sums.computedTotalMinor} (${formatMinor(sums.computedTotalMinor)} ${booking.currency}); send ${sums.computedTotalMinor}, or correct the lines`,
    });
  }
  if (booking.sumsAgree !== sums.agrees) {
    const why = sums.agrees
      ? 'every printed sum is right'
      : sums.problems.map((item) => item.message).join('; ');
    found.push({
      path: 'sumsAgree',
      message: `sumsAgree is ${booking.sumsAgree}, but ${why}; send ${sums.agrees}, or correct the figures`,
    });
  }
  return found;
}

/** Arguments of a tool that books a document and needs nothing more. */
export const BookingArguments = honest(BookingObject);
