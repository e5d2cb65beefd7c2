import { defineTool } from '@checkpoint/agent';
import { askAboutLarge } from '../approval.ts';
import type { RefundsSettings } from '../input.ts';
import { REFUND_TIMEOUT_MS, sendRefund } from '../provider.ts';
import { type RefundArguments, RefundInput, renderRefund, SECRETS } from '../request.ts';

/** Keyed: the provider removes duplicates by Idempotency-Key, which is the effect key, for as long as it says. */
export const refundKeyed = defineTool<RefundArguments, RefundsSettings>({
  name: 'refund_keyed',
  description:
    'Refunds a charge to its card, at a provider that honours idempotency keys. Call it once for each case that the policy allows.',
  input: RefundInput,
  secrets: SECRETS,
  approval: askAboutLarge,
  timeoutMs: REFUND_TIMEOUT_MS,
  delivery: 'keyed',
  keyWindowMs: ({ paymentsKeyWindowMs }) => paymentsKeyWindowMs,
  render: renderRefund,
  execute: (_refund, context) => sendRefund(context, 'keyed', { 'idempotency-key': context.key }),
});
