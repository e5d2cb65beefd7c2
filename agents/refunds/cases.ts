import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import PostalMime from 'postal-mime';
import { z } from 'zod';

const CASES = new URL('./cases/', import.meta.url);

/** Names in order; a run's case k is always the same mail. */
const names: readonly string[] = readdirSync(CASES)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.replace(/\.eml$/, ''))
  .sort();

/** A payment by card, as the shop's register has it. */
export const Charge = z.strictObject({
  order: z.string(),
  chargeId: z.string(),
  item: z.string(),
  customer: z.email(),
  chargedOn: z.iso.date(),
  amountMinor: z.int().min(1),
  refundedMinor: z.int().min(0).describe('refunded before this run'),
  currency: z.enum(['EUR', 'USD']),
});
export type Charge = z.infer<typeof Charge>;

/** The card stands apart: what holds a charge holds no secret. */
const Entry = Charge.extend({ cardNumber: z.string().regex(/^\d{12,19}$/) }).transform(
  ({ cardNumber, ...charge }) => ({ cardNumber, charge }),
);
const Register = z.array(Entry);
const register = Register.parse(JSON.parse(readFileSync(new URL('charges.json', CASES), 'utf8')));

/** A customer's mail, and the charge of the order that it names. */
export interface Case {
  readonly name: string;
  readonly from: string;
  readonly receivedOn: string;
  readonly subject: string;
  /** Runs of digits that could be a card number are masked. */
  readonly text: string;
  readonly charge: Charge | null;
  /** The card that was charged. A secret: it is declared as one by each tool that gives or takes it. */
  readonly cardNumber: string | null;
}

/** 12 to 19 digits, also in groups: what a card number looks like (ISO/IEC 7812). */
const CARD_LIKE = /\b\d(?:[ -]?\d){11,18}\b/g;
const ORDER = /\bR-\d{4}\b/;

async function read(name: string): Promise<Case> {
  const mail = await PostalMime.parse(await readFile(new URL(`${name}.eml`, CASES)));
  const text = (mail.text ?? '').replaceAll('\r\n', '\n').trim();
  const subject = mail.subject ?? '';
  const order = (ORDER.exec(text) ?? ORDER.exec(subject))?.[0];
  const found = register.find((entry) => entry.charge.order === order);
  return {
    name,
    from: mail.from?.address ?? '',
    receivedOn: new Date(mail.date ?? '').toISOString().slice(0, 10),
    subject,
    text: text.replace(CARD_LIKE, '[card number]'),
    charge: found?.charge ?? null,
    cardNumber: found?.cardNumber ?? null,
  };
}

/** Read once: the schemas of tools look at a case, and a schema cannot wait. */
const cases: readonly Case[] = await Promise.all(names.map(read));

export const caseCount = cases.length;

/** The case at a position, from 1. Throws a RangeError for a wrong one. */
export function caseAt(position: number): Case {
  const found = cases[position - 1];
  if (found === undefined) throw new RangeError(`case ${position}: there are cases 1 to ${caseCount}`);
  return found;
}

/** The case of this name, or undefined when there is none. */
export function findCase(name: string): Case | undefined {
  return cases.find((candidate) => candidate.name === name);
}
