import { z } from 'zod';
import { caseCount } from './cases.ts';

/** How a run refunds: which of the provider's promises its tool may lean on. */
export const VIAS = ['keyed', 'probed', 'unrepeatable'] as const;
export type Via = (typeof VIAS)[number];

export const RefundsInput = z.strictObject({
  account: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,62}$/,
      'an account has 1 to 63 lower-case letters, digits and hyphens, like shop-eu',
    )
    .default('shop')
    .describe('account at the payment provider that refunds come from'),
  via: z
    .enum(VIAS)
    .default('keyed')
    .describe(
      'keyed: the provider honours idempotency keys; probed: it can be asked for a refund; unrepeatable: neither, so that a person decides after a crash',
    ),
  cases: z
    .int()
    .min(1)
    .max(caseCount)
    .default(caseCount)
    .describe(`how many cases to handle, 1 to ${caseCount}; one a step`),
});
export type RefundsInput = z.infer<typeof RefundsInput>;

/** A day, which is how long most providers honour a key, less a minute in which a last request is under way. */
const DEFAULT_KEY_WINDOW_MS = 86_340_000;

/** Where refunds are sent to, and what the provider there promises. The operator sets it; no mail changes it. */
export const RefundsSettings = z.object({
  paymentsUrl: z
    .url({ protocol: /^https?$/ })
    .describe('payment provider; refunds are POSTed below its /payments/'),
  paymentsKeyWindowMs: z
    .int()
    .min(1)
    .default(DEFAULT_KEY_WINDOW_MS)
    .describe(
      'milliseconds after a first send in which a key may be sent again: as long as the provider honours keys, less what a request may take',
    ),
  paymentsLookupLagMs: z
    .int()
    .min(0)
    .default(0)
    .describe('milliseconds after which the provider’s look-up shows a refund for sure'),
});
export type RefundsSettings = z.infer<typeof RefundsSettings>;
