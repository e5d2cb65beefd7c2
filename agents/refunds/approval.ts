import type { Approval } from '@checkpoint/agent';
import { formatMinor } from '../lib/decimal.ts';
import type { RefundsSettings } from './input.ts';
import type { RefundArguments } from './request.ts';
import { isLarge } from './rules.ts';

/** Large refunds wait for a person, whichever of the provider's promises the run leans on. */
export const askAboutLarge: Approval<RefundArguments, RefundsSettings> = {
  when: isLarge,
  risk: 'high',
  question: ({ amountMinor, currency, chargeId, case: name, reason }) =>
    `Refund ${formatMinor(amountMinor)} ${currency} of ${chargeId} for case ${name} (${reason.replaceAll('_', ' ')})?`,
};
