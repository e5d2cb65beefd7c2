/**
 * Exact arithmetic on money. Amounts are whole minor units (cents); quantities and percentages are decimal texts such as
 * "2.5". Nothing here is ever a fraction in floating point, so no sum depends on how a machine rounds.
 */
interface Decimal {
  readonly digits: bigint;
  /** Digits after the point. */
  readonly scale: number;
}

/** A decimal text as quantities and percentages are written: an optional minus, digits, an optional fraction. */
export const DECIMAL_PATTERN = /^-?\d{1,9}(?:\.\d{1,4})?$/;

/** Throws a TypeError for a text that is no decimal. */
function decimal(text: string): Decimal {
  if (!DECIMAL_PATTERN.test(text))
    throw new TypeError(`${JSON.stringify(text)} is no decimal; write it like 2.5`);
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** Rounds half away from zero, as invoices do. */
function divideRounded(numerator: bigint, denominator: bigint): number {
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n;
  const [top, bottom] = [magnitude(numerator), magnitude(denominator)];
  const rounded = sign * ((2n * top + bottom) / (2n * bottom));
  const result = Number(rounded);
  if (!Number.isSafeInteger(result))
    throw new RangeError(`${rounded} minor units is more than can be counted exactly`);
  return result;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function power(scale: number): bigint {
  return 10n ** BigInt(scale);
}

/** `minor × factor`, in whole minor units. */
export function times(minor: number, factor: string): number {
  const { digits, scale } = decimal(factor);
  return divideRounded(BigInt(minor) * digits, power(scale));
}

/** `percent` % of an amount, in whole minor units. */
export function percentOf(minor: number, percent: string): number {
  const { digits, scale } = decimal(percent);
  return divideRounded(BigInt(minor) * digits, 100n * power(scale));
}

/** The part of a gross amount that is tax at `percent` %, in whole minor units. */
export function percentWithin(minor: number, percent: string): number {
  const { digits, scale } = decimal(percent);
  return divideRounded(BigInt(minor) * digits, 100n * power(scale) + digits);
}

/** True when two decimal texts are the same number: "7" and "7.0". */
export function sameDecimal(a: string, b: string): boolean {
  const [left, right] = [decimal(a), decimal(b)];
  return left.digits * power(right.scale) === right.digits * power(left.scale);
}

/** The sum of whole minor units. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Minor units as people write them: 123456 → "1,234.56". */
export function formatMinor(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${minor < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`;
}
