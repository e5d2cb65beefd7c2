import { formatMinor } from '../../lib/decimal.ts';
import type { Asked, Rule } from '../rules.ts';
import type { Result } from '../tools/finish.ts';

/** What became of one case. */
export type Decided = { readonly case: string } & (
  | { readonly refunded: Asked }
  | { readonly declined: Rule }
  | { readonly failed: true }
);

/** The totals of a run, and a summary that says the same in words. */
export function result(cases: readonly Decided[], remark: string): Result {
  const totals = totalsOf(cases.flatMap((item) => ('refunded' in item ? [item.refunded] : [])));
  const declined = cases.flatMap((item) =>
    'declined' in item ? [{ case: item.case, rule: item.declined }] : [],
  );
  const failed = cases.flatMap((item) => ('failed' in item ? [item.case] : []));
  const amounts = totals.map(
    ({ currency, refunds, refundedMinor }) =>
      `${refunds} in ${currency} (${formatMinor(refundedMinor)} ${currency})`,
  );
  const words = [
    `Decided ${cases.length} cases. Refunded: ${amounts.join(', ') || 'none'}.`,
    `Declined: ${declined.map((item) => `${item.case} (${item.rule})`).join(', ') || 'none'}.`,
    ...(failed.length === 0 ? [] : [`Did not go through: ${failed.join(', ')}.`]),
  ];
  return { summary: `${words.join(' ')}${remark}`, totals, declined, failed };
}

function totalsOf(refunds: readonly Asked[]): Result['totals'] {
  return (['EUR', 'USD'] as const).flatMap((currency) => {
    const same = refunds.filter((refund) => refund.currency === currency);
    if (same.length === 0) return [];
    const refundedMinor = same.reduce((sum, refund) => sum + refund.amountMinor, 0);
    return [{ currency, refunds: same.length, refundedMinor }];
  });
}
