import { z } from 'zod';

/** Accounts, charges and refunds of the witness's payment provider. Money is whole minor units (cents). */

/** How an account is called in an address. */
export const PaymentAccount = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'an account has 1 to 63 lower-case letters, digits and hyphens, like shop-eu',
  );

/** 30 days in milliseconds: longer than any provider keeps keys or lags. */
const MAX_WINDOW_MS = 2_592_000_000;

/** `PUT /payments/:account`: what this account's provider offers. */
export const PaymentPolicy = z.strictObject({
  idempotency: z
    .union([z.literal('none'), z.strictObject({ windowMs: z.int().min(1).max(MAX_WINDOW_MS) })])
    .describe('`none`, or for how many milliseconds an Idempotency-Key is honoured'),
  lookup: z
    .union([z.literal('none'), z.strictObject({ lagMs: z.int().min(0).max(MAX_WINDOW_MS) })])
    .describe('`none`, or after how many milliseconds the look-up finds a refund'),
});
export type PaymentPolicy = z.infer<typeof PaymentPolicy>;

/** An account that nobody configured is like most providers: keys are honoured for a day, a look-up sees all at once. */
export const DEFAULT_PAYMENT_POLICY: PaymentPolicy = {
  idempotency: { windowMs: 86_400_000 },
  lookup: { lagMs: 0 },
};

export const PaymentCurrency = z.enum(['EUR', 'USD']);
export type PaymentCurrency = z.infer<typeof PaymentCurrency>;

/** `POST /payments/:account/refunds`. The provider keeps the last four digits of a card number and no more. */
export const RefundRequest = z.strictObject({
  chargeId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'a charge id has 1 to 64 letters, digits, - and _'),
  amountMinor: z.int().min(1).max(1_000_000_000_000).describe('whole minor units'),
  currency: PaymentCurrency,
  reason: z.string().min(1).max(500),
  cardNumber: z
    .string()
    .regex(/^\d{12,19}$/, 'a card number has 12 to 19 digits')
    .optional(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/** A refund that was made: the answer to the request (201), and an item of a look-up. */
export const Refund = z.object({
  id: z.string(),
  account: z.string(),
  effectKey: z.string(),
  chargeId: z.string(),
  amountMinor: z.int(),
  currency: PaymentCurrency,
  reason: z.string(),
  cardLast4: z.string().nullable(),
  at: z.iso.datetime(),
});
export type Refund = z.infer<typeof Refund>;

/**
 * `GET /payments/:account/refunds?effectKey=`: the refunds made under this key, as far as the account's look-up shows
 * them by now. The answer repeats what was asked, so that an answer of something else is recognised. 404 with code
 * PAYMENT_LOOKUP_ABSENT: this account has no look-up.
 */
export const RefundLookup = z.object({
  account: z.string(),
  effectKey: z.string(),
  refunds: z.array(Refund),
});
export type RefundLookup = z.infer<typeof RefundLookup>;

/** `GET /payments/:account/balance?runId=`: the money that refunds moved, without lag. */
export const PaymentBalance = z.object({
  account: z.string(),
  runId: z.string().nullable(),
  refunds: z.int().min(0),
  totals: z.array(
    z.object({ currency: PaymentCurrency, refunds: z.int().min(1), refundedMinor: z.int().min(1) }),
  ),
});
export type PaymentBalance = z.infer<typeof PaymentBalance>;
