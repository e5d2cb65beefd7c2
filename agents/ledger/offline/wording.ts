import { formatMinor } from '../../lib/decimal.ts';
import type { Booking } from '../booking.ts';
import type { Mail } from '../mail.ts';
import type { Problem } from '../sums.ts';

type Wording = Pick<Mail, 'to' | 'subject' | 'message'> & { readonly remark: string };

/** What is written about a booking: plain for one that adds up, a question for one that does not. */
export function wording(booking: Booking, problems: readonly Problem[]): Wording {
  const total = `${formatMinor(booking.statedTotalMinor)} ${booking.currency}`;
  const name = `${booking.vendor} ${booking.number}`;
  const isCredit = booking.statedTotalMinor < 0;
  if (problems.length === 0) {
    return {
      remark: isCredit ? 'A credit note: set it off against the next payment.' : 'The sums add up.',
      to: 'bookkeeping@checkpoint.example',
      subject: `Booked: ${name}, ${total}`,
      message: `${isCredit ? 'This credit note' : 'This document'} is booked and its sums add up. Nothing is left to do.`,
    };
  }
  const what = problems.map((problem) => problem.message).join('; ');
  return {
    remark: `Do not pay before it is clear: ${what}.`,
    to: 'clarifications@checkpoint.example',
    subject: `Please check: ${name}, ${total}`,
    message:
      'This document is booked as it was stated, but its sums do not add up. Please ask the vendor before it is paid.',
  };
}
