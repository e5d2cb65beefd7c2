/**
 * Amounts and quantities as offices write them: "1,234.56", "1.234,56", "$12.50", "EUR -13,50", "(4.84)", "12.50-".
 * A separator before exactly two last digits is the decimal one; before exactly three it groups thousands.
 */
const SYMBOL = String.raw`(?:EUR|USD|€|\$)`;
const DIGITS = String.raw`\d{1,3}(?:[ .,'’]\d{3})+[.,]\d{2}|\d+[.,]\d{2}`;
/** Source of a pattern that matches one amount with its sign and currency. It has no groups. */
export const AMOUNT = String.raw`\(?[-−]?\s?${SYMBOL}?\s?[-−]?(?:${DIGITS})\)?-?(?:\s?${SYMBOL})?`;
/** Source of a pattern that matches one quantity. */
export const QUANTITY = String.raw`[-−]?\d{1,3}(?:[ .,'’]\d{3})+(?![\d.,])|[-−]?\d+(?:[.,]\d{1,2})?`;

const WHOLE_AMOUNT = new RegExp(`^${AMOUNT}$`);
const WHOLE_QUANTITY = new RegExp(`^(?:${QUANTITY})$`);

/** The amount in minor units, or undefined for a text that is no amount with two decimals. */
export function readAmount(text: string): number | undefined {
  const trimmed = text.trim();
  if (!WHOLE_AMOUNT.test(trimmed)) return undefined;
  const negative = /[-−(]/.test(trimmed);
  const minor = Number(trimmed.replace(/\D/g, ''));
  return negative ? 0 - minor : minor;
}

/** The quantity as a decimal text, or undefined. "1.240" and "1,500" are thousands. */
export function readQuantity(text: string): string | undefined {
  const trimmed = text.trim().replace('−', '-');
  if (!WHOLE_QUANTITY.test(trimmed)) return undefined;
  const ungrouped = trimmed.replace(/[ .,'’](?=\d{3}(?!\d))/g, '');
  return ungrouped.replace(',', '.');
}

/** A JSON number or a plain decimal text ("11.5", "148") in minor units. */
export function minorOf(value: number | string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(value));
  if (match === null) throw new Error(`${value} is no amount with at most two decimals`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const minor = Number(whole + fraction.padEnd(2, '0'));
  return sign === '-' ? 0 - minor : minor;
}

/** "8,875" or "19.0" of a percentage as a decimal text. */
export function readPercent(text: string): string | undefined {
  return /(\d+(?:[.,]\d+)?)\s*%/.exec(text)?.[1]?.replace(',', '.');
}

/** The currency that a text names most clearly, or undefined. */
export function readCurrency(text: string): 'EUR' | 'USD' | undefined {
  if (/\bEUR\b|€/i.test(text)) return 'EUR';
  if (/\bUSD\b|\$/i.test(text)) return 'USD';
  return undefined;
}
