import { defineTool } from '@checkpoint/agent';
import { askAboutLarge } from '../approval.ts';
import type { RefundsSettings } from '../input.ts';
import { lookUpRefund, REFUND_TIMEOUT_MS, sendRefund } from '../provider.ts';
import { type RefundArguments, RefundInput, renderRefund, SECRETS } from '../request.ts';

/**
 * Milliseconds after its death or deadline in which an attempt's request can still be applied: what the kernel of a
 * dead process still delivers (three losses in a row take 1.4 s) and the provider's own commit. A provider that holds
 * requests for longer before it applies them needs more, and a look-up that lags needs its lag on top.
 */
const LANDS_WITHIN_MS = 2_000;

/** Probed: no key is sent, and the provider is asked for the refund instead, once its look-up must show it. */
export const refundProbed = defineTool<RefundArguments, RefundsSettings>({
  name: 'refund_probed',
  description:
    'Refunds a charge to its card, at a provider that can be asked for a refund. Call it once for each case that the policy allows.',
  input: RefundInput,
  secrets: SECRETS,
  approval: askAboutLarge,
  timeoutMs: REFUND_TIMEOUT_MS,
  delivery: 'probed',
  settleWindowMs: ({ paymentsLookupLagMs }) => LANDS_WITHIN_MS + paymentsLookupLagMs,
  render: renderRefund,
  execute: (_refund, context) => sendRefund(context, 'probed'),
  probe: lookUpRefund,
});
