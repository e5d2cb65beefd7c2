import {
  DEFAULT_PAYMENT_POLICY,
  type PaymentBalance,
  PaymentPolicy,
  type Refund,
  type RefundLookup,
} from '@checkpoint/contracts';
import type pg from 'pg';
import { MAX_REFUNDS_FOUND } from '../limits.ts';
import { type Db, run } from '../sql.ts';

/** What an account's provider offers: what was ordered, else the default of contracts. */
export async function paymentPolicy(db: Db, account: string): Promise<PaymentPolicy> {
  const [row] = await run<{ policy: unknown }>(db, 'get-payment-policy', [account]);
  return row === undefined ? DEFAULT_PAYMENT_POLICY : PaymentPolicy.parse(row.policy);
}

/** From now on the account's provider behaves like this. */
export async function setPaymentPolicy(db: Db, account: string, policy: PaymentPolicy): Promise<void> {
  await run(db, 'put-payment-policy', [account, JSON.stringify(policy)]);
}

type RefundRow = Omit<Refund, 'amountMinor' | 'at'> & { amountMinor: string; at: Date } & pg.QueryResultRow;

/** The refunds under an effect key that are older than the look-up's lag (milliseconds, by the database's clock). */
export async function findRefunds(
  db: Db,
  asked: { readonly account: string; readonly effectKey: string },
  lagMs: number,
): Promise<RefundLookup> {
  const { account, effectKey } = asked;
  const rows = await run<RefundRow>(db, 'find-refunds', [account, effectKey, lagMs, MAX_REFUNDS_FOUND]);
  const refunds = rows.map((row) => ({
    ...row,
    amountMinor: Number(row.amountMinor),
    at: row.at.toISOString(),
  }));
  return { account, effectKey, refunds };
}

type BalanceRow = { currency: 'EUR' | 'USD'; refunds: string; refundedMinor: string };

/** The money that refunds moved at an account, of one run or of all. It has no lag: this is the provider's own book. */
export async function balance(db: Db, account: string, runId: string | undefined): Promise<PaymentBalance> {
  const rows = await run<BalanceRow>(db, 'payment-balance', [account, runId ?? null]);
  const totals = rows.map(({ currency, refunds, refundedMinor }) => ({
    currency,
    refunds: Number(refunds),
    refundedMinor: Number(refundedMinor),
  }));
  const refunds = totals.reduce((count, total) => count + total.refunds, 0);
  return { account, runId: runId ?? null, refunds, totals };
}
