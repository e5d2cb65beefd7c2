import { AMOUNT, readAmount, readCurrency } from '../../lib/amounts.ts';
import type { Case, Charge } from '../cases.ts';
import type { Reason } from '../request.ts';
import type { Asked } from '../rules.ts';

/** Word stems that tell what happened; the first reason with a hit is taken. English and German. */
const STEMS: readonly (readonly [Reason, RegExp])[] = [
  ['charged_twice', /twice (?:charged|billed)|charged twice|doppelt/i],
  ['not_delivered', /never (?:delivered|arrived|came)|not (?:delivered|arrived)|\blost\b|nicht angekommen/i],
  ['wrong_item', /wrong (?:item|size|one)|falsche/i],
  ['cancelled', /cancel|storn/i],
  ['damaged', /broken|damaged|crack|died|stopped working|defekt|zerbrochen/i],
];
/** A sentence that asks for money. */
const ASKING = /refund|money back|erstatt/i;
const WHOLE = /\ball of it\b|\bfull\b|\bvollen\b|\bganzen\b/i;

export interface Reading {
  readonly asked: Asked;
  readonly reason: Reason;
}

/** What a mail asks for. Without an amount it asks for what is left of the charge. Throws when nothing can be read. */
export function read(about: Pick<Case, 'name' | 'text' | 'charge'>): Reading {
  const sentences = about.text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+(?=\p{Lu}|$)/u);
  const asking = sentences.filter((sentence) => ASKING.test(sentence));
  const amount = asking.map(amountIn).find((found) => found !== undefined);
  const whole = asking.some((sentence) => WHOLE.test(sentence)) ? leftOf(about.charge) : undefined;
  const asked = amount ?? whole;
  if (asked === undefined)
    throw new Error(`case ${about.name}: the mail asks for no amount that rules can read`);
  return { asked, reason: STEMS.find(([, stem]) => stem.test(about.text))?.[0] ?? 'other' };
}

function amountIn(sentence: string): Asked | undefined {
  for (const [text] of sentence.matchAll(new RegExp(AMOUNT, 'g'))) {
    const [amountMinor, currency] = [readAmount(text), readCurrency(text)];
    if (amountMinor !== undefined && currency !== undefined) return { amountMinor, currency };
  }
  return undefined;
}

function leftOf(charge: Charge | null): Asked | undefined {
  if (charge === null) return undefined;
  return { amountMinor: charge.amountMinor - charge.refundedMinor, currency: charge.currency };
}
