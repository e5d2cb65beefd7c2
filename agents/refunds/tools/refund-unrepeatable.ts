import { defineTool } from '@checkpoint/agent';
import { askAboutLarge } from '../approval.ts';
import type { RefundsSettings } from '../input.ts';
import { REFUND_TIMEOUT_MS, sendRefund } from '../provider.ts';
import { type RefundArguments, RefundInput, renderRefund, SECRETS } from '../request.ts';

/** Unrepeatable: the provider knows no keys and cannot be asked, so after a crash a person decides. */
export const refundUnrepeatable = defineTool<RefundArguments, RefundsSettings>({
  name: 'refund_unrepeatable',
  description:
    'Refunds a charge to its card, at a provider that promises nothing. Call it once for each case that the policy allows.',
  input: RefundInput,
  secrets: SECRETS,
  approval: askAboutLarge,
  timeoutMs: REFUND_TIMEOUT_MS,
  delivery: 'unrepeatable',
  render: renderRefund,
  execute: (_refund, context) => sendRefund(context, 'unrepeatable'),
});
