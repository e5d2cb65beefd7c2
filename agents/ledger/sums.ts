import { formatMinor, percentOf, percentWithin, sameDecimal, sum, times } from '../lib/decimal.ts';
import type { Figures } from './figures.ts';

export interface Problem {
  readonly field: string;
  readonly statedMinor: number;
  readonly computedMinor: number;
  readonly message: string;
}

export interface Sums {
  /** What quantities, prices, discounts and VAT rates give, in minor units; no printed sum has a part in it. */
  readonly computedTotalMinor: number;
  /** True when every printed sum is what its parts give: lines, subtotal, discounts, VAT and total. */
  readonly agrees: boolean;
  /** Stated total minus computed total, in minor units. */
  readonly differenceMinor: number;
  readonly problems: readonly Problem[];
}

/** Adds a document up again from its quantities and prices, and compares each sum that it prints. */
export function checkSums(figures: Figures): Sums {
  const amounts = figures.lines.map((line) => times(line.unitPriceMinor, line.quantity));
  const subtotal = sum(amounts);
  const discounts = figures.discounts.map((discount) =>
    discount.percent === undefined ? discount.amountMinor : percentOf(subtotal, discount.percent),
  );
  const net = subtotal - sum(discounts);
  const vat = figures.vat.map(({ percent }) => vatOf(figures, amounts, sum(discounts), percent));
  const computedTotalMinor = figures.pricesIncludeVat ? net : net + sum(vat);

  const problems = [
    ...figures.lines.map((line, at) =>
      compare(`line ${at + 1} (${line.description})`, line.amountMinor, amounts[at]),
    ),
    ...figures.discounts.map((item, at) =>
      compare(`discount (${item.description})`, item.amountMinor, discounts[at]),
    ),
    ...figures.vat.map((item, at) => compare(`VAT ${item.percent} %`, item.amountMinor, vat[at])),
    compare('subtotal', figures.statedSubtotalMinor ?? subtotal, subtotal),
    compare('total', figures.statedTotalMinor, computedTotalMinor),
  ].filter((problem) => problem !== undefined);
  return {
    computedTotalMinor,
    agrees: problems.length === 0,
    differenceMinor: figures.statedTotalMinor - computedTotalMinor,
    problems,
  };
}

/** A discount lowers the base of the only rate; with several rates it belongs to lines of its own. */
function vatOf(figures: Figures, amounts: readonly number[], discount: number, percent: string): number {
  const only = figures.vat.length === 1;
  const taxed = figures.lines.map((line, at) => {
    const applies = line.vatPercent === undefined ? only : sameDecimal(line.vatPercent, percent);
    return applies ? (amounts[at] ?? 0) : 0;
  });
  const base = sum(taxed) - (only ? discount : 0);
  return figures.pricesIncludeVat ? percentWithin(base, percent) : percentOf(base, percent);
}

function compare(field: string, statedMinor: number, computedMinor: number | undefined): Problem | undefined {
  if (computedMinor === undefined || statedMinor === computedMinor) return undefined;
  const message = `${field}: the document says ${formatMinor(statedMinor)}, its parts give ${formatMinor(computedMinor)}`;
  return { field, statedMinor, computedMinor, message };
}
