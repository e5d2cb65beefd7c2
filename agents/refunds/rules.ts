import { formatMinor } from '../lib/decimal.ts';
import type { Case } from './cases.ts';

/** Days after the charge in which a refund may be asked for, the day of the charge not counted. */
const REFUND_DAYS = 30;
const MS_A_DAY = 86_400_000;

/** The written policy: what must hold for a refund. The first rule that does not is why a case is declined. */
export const RULES = {
  known_charge: 'The mail names an order with a charge in the register.',
  same_customer: 'It comes from the address that the order was placed with.',
  in_time: `It was received at most ${REFUND_DAYS} days after the charge.`,
  same_currency: 'The refund is in the currency of the charge.',
  within_charge: 'The refund is not more than what is left of the charge, and something is left.',
} as const;
export type Rule = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as [Rule, ...Rule[]];

export interface Asked {
  readonly amountMinor: number;
  readonly currency: 'EUR' | 'USD';
}

/** Whole minor units: above it a person is asked before money moves. The same in each currency of the register. */
export const ASK_ABOVE_MINOR = 50_000;

/** Whether a refund is one that a person must allow. */
export function isLarge({ amountMinor }: Pick<Asked, 'amountMinor'>): boolean {
  return amountMinor > ASK_ABOVE_MINOR;
}

export interface Objection {
  readonly rule: Rule;
  /** One sentence with the figures. */
  readonly why: string;
}

/** The first rule that stands against a refund, or undefined when it may be made. */
export function objection(asked: Asked, about: Omit<Case, 'cardNumber'>): Objection | undefined {
  const { charge } = about;
  if (charge === null) return { rule: 'known_charge', why: 'the mail names no order of the register' };
  if (about.from.toLowerCase() !== charge.customer.toLowerCase())
    return { rule: 'same_customer', why: `order ${charge.order} was not placed with ${about.from}` };
  const days = daysBetween(charge.chargedOn, about.receivedOn);
  if (days > REFUND_DAYS)
    return { rule: 'in_time', why: `it came ${days} days after the charge, and ${REFUND_DAYS} is the limit` };
  if (asked.currency !== charge.currency)
    return {
      rule: 'same_currency',
      why: `${asked.currency} was asked for, the charge is in ${charge.currency}`,
    };
  const left = charge.amountMinor - charge.refundedMinor;
  if (asked.amountMinor < 1 || asked.amountMinor > left) {
    const [want, have] = [formatMinor(asked.amountMinor), formatMinor(left)];
    return {
      rule: 'within_charge',
      why: `${want} ${asked.currency} was asked for, and ${have} is left of the charge`,
    };
  }
  return undefined;
}

/** Both are days of the calendar, read as UTC, so the difference is a whole number. */
function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / MS_A_DAY;
}
