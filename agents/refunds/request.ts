import { z } from 'zod';
import { findCase } from './cases.ts';
import { objection } from './rules.ts';

export const REASONS = [
  'damaged',
  'not_delivered',
  'wrong_item',
  'cancelled',
  'charged_twice',
  'other',
] as const;
export type Reason = (typeof REASONS)[number];

const RefundObject = z.strictObject({
  case: z.string().regex(/^\d{2}-[a-z0-9-]{1,60}$/, 'use the name of the case as it was given'),
  chargeId: z.string().describe('the charge of the case'),
  amountMinor: z.int().min(1).describe('whole minor units (cents)'),
  currency: z.enum(['EUR', 'USD']),
  reason: z.enum(REASONS),
  cardNumber: z.string().regex(/^\d{12,19}$/, 'the digits of the card that was charged'),
});
export type RefundArguments = z.infer<typeof RefundObject>;

/** Arguments that hold secrets: sealed wherever they are stored. */
export const SECRETS = ['cardNumber'] as const;

/**
 * What every refund tool takes. A refund that the written policy forbids, or that names another charge or card than its
 * case, is refused here, before it becomes an effect. No message repeats a card number.
 */
export const RefundInput = RefundObject.superRefine((asked, context) => {
  for (const { path, message } of faults(asked)) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
});

function faults(asked: RefundArguments): { path: string; message: string }[] {
  const about = findCase(asked.case);
  if (about === undefined)
    return [
      { path: 'case', message: `case: there is no case ${asked.case}; use the name of one you have read` },
    ];
  const found: { path: string; message: string }[] = [];
  const against = objection(asked, about);
  if (against !== undefined) {
    const message = `${against.rule}: ${against.why}; decline case ${asked.case}, or ask for what the policy allows`;
    found.push({ path: 'amountMinor', message });
  }
  if (about.charge !== null && asked.chargeId !== about.charge.chargeId) {
    const message = `chargeId is ${asked.chargeId}, but the charge of ${asked.case} is ${about.charge.chargeId}`;
    found.push({ path: 'chargeId', message });
  }
  if (about.cardNumber !== null && asked.cardNumber !== about.cardNumber) {
    const message = `cardNumber is not the card that was charged for ${asked.case}; copy it from read_case`;
    found.push({ path: 'cardNumber', message });
  }
  return found;
}

/** The body of the request: the same bytes on every attempt, whatever the order of the model's fields. */
export function renderRefund(asked: RefundArguments): string {
  const { chargeId, amountMinor, currency, cardNumber } = asked;
  const reason = `${asked.reason.replaceAll('_', ' ')} (${asked.case})`;
  return JSON.stringify({ amountMinor, cardNumber, chargeId, currency, reason });
}
