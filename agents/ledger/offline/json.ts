import { z } from 'zod';
import { minorOf, readAmount } from '../../lib/amounts.ts';
import { readDate } from './dates.ts';
import { type Found, required } from './reading.ts';

/** The three exports that vendors of this office send. Each schema keeps only what is booked. */
const Currency = z
  .string()
  .toUpperCase()
  .pipe(z.enum(['EUR', 'USD']));
const Major = z.number().transform(minorOf);
const Text = z.string().transform((text) => required(readAmount(text), `amount in ${JSON.stringify(text)}`));
const Day = z.string().transform((text) => required(readDate(text), `date in ${JSON.stringify(text)}`));
const Count = z.number().transform(String);

/** Amounts as numbers in major units. */
const Plain = z
  .object({
    invoice: z.object({
      vendor: z.object({ name: z.string() }),
      number: z.string(),
      issued: Day,
      currency: Currency,
      items: z.array(
        z.object({
          description: z.string(),
          quantity: Count,
          unit_price: Major,
          amount: Major,
          tax_rate: Count.optional(),
        }),
      ),
      subtotal: Major,
      taxes: z.array(z.object({ rate: Count, amount: Major })).default([]),
      total: Major,
    }),
  })
  .transform(
    ({ invoice }): Found => ({
      vendor: invoice.vendor.name,
      number: invoice.number,
      date: invoice.issued,
      currency: invoice.currency,
      pricesIncludeVat: false,
      lines: invoice.items.map((item) => ({
        description: item.description,
        quantity: item.quantity,
        unitPriceMinor: item.unit_price,
        amountMinor: item.amount,
        ...(item.tax_rate === undefined ? {} : { vatPercent: item.tax_rate }),
      })),
      discounts: [],
      vat: invoice.taxes.map(({ rate, amount }) => ({ percent: rate, amountMinor: amount })),
      statedSubtotalMinor: invoice.subtotal,
      statedTotalMinor: invoice.total,
    }),
  );

/** Amounts as texts, with a decimal comma or point. */
const Textual = z
  .object({
    supplier: z.string(),
    document_number: z.string(),
    document_date: Day,
    currency: Currency,
    lines: z.array(z.object({ text: z.string(), qty: z.string(), price: Text, total: Text })),
    discount: z.object({ text: z.string(), amount: Text }).optional(),
    net: Text,
    vat: z.array(z.object({ rate: z.string(), amount: Text })).default([]),
    gross: Text,
  })
  .transform(
    (file): Found => ({
      vendor: file.supplier,
      number: file.document_number,
      date: file.document_date,
      currency: file.currency,
      pricesIncludeVat: false,
      lines: file.lines.map((line) => ({
        description: line.text,
        quantity: line.qty,
        unitPriceMinor: line.price,
        amountMinor: line.total,
      })),
      discounts:
        file.discount === undefined
          ? []
          : [{ description: file.discount.text, amountMinor: file.discount.amount }],
      vat: file.vat.map(({ rate, amount }) => ({ percent: rate, amountMinor: amount })),
      statedSubtotalMinor: file.net,
      statedTotalMinor: file.gross,
    }),
  );

/** Amounts in cents. */
const Cents = z
  .object({
    account_name: z.string(),
    id: z.string(),
    created: Day,
    currency: Currency,
    line_items: z.array(
      z.object({
        description: z.string(),
        quantity: Count,
        unit_amount_cents: z.int(),
        amount_cents: z.int(),
      }),
    ),
    subtotal_cents: z.int(),
    discounts: z
      .array(z.object({ description: z.string(), percent_off: Count, amount_cents: z.int() }))
      .default([]),
    total_cents: z.int(),
  })
  .transform(
    (file): Found => ({
      vendor: file.account_name,
      number: file.id,
      date: file.created,
      currency: file.currency,
      pricesIncludeVat: false,
      lines: file.line_items.map((item) => ({
        description: item.description,
        quantity: item.quantity,
        unitPriceMinor: item.unit_amount_cents,
        amountMinor: item.amount_cents,
      })),
      discounts: file.discounts.map((item) => ({
        description: item.description,
        percent: item.percent_off,
        amountMinor: item.amount_cents,
      })),
      vat: [],
      statedSubtotalMinor: file.subtotal_cents,
      statedTotalMinor: file.total_cents,
    }),
  );

/** A JSON export of any of the three shapes. Throws a ZodError for another one. */
export function readJson(text: string): Found {
  return z.union([Plain, Textual, Cents]).parse(JSON.parse(text));
}
