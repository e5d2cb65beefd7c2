import { AMOUNT, QUANTITY, readAmount, readPercent, readQuantity } from '../../lib/amounts.ts';
import type { Line } from './reading.ts';

/** `12 x Sourdough loaf @ 4.50 = 54.00` */
const COUNT_FIRST = new RegExp(`^(${QUANTITY})\\s*[x×]\\s+(.+?)\\s+@\\s*(${AMOUNT})\\s*=\\s*(${AMOUNT})$`);
/** `Contract review: 6.5 hours x USD 320.00 = USD 2,080.00` */
const NAME_FIRST = new RegExp(
  `^(.+?):\\s*(${QUANTITY})\\s*(?:\\p{L}+\\s*)?[x×]\\s*(${AMOUNT})\\s*=\\s*(${AMOUNT})$`,
  'u',
);
/** A cell of a table: `4 x Menu du jour`, `2 @ 385.00`, `6 spaces`. */
const CELL_COUNT_NAME = new RegExp(`^(${QUANTITY})\\s*[x×]\\s+(.+)$`);
const CELL_COUNT_PRICE = new RegExp(`^(${QUANTITY})\\s*@\\s*(${AMOUNT})$`);
const CELL_COUNT_UNIT = new RegExp(`^(${QUANTITY})(?:\\s+\\p{L}+)?$`, 'u');

/** A line of text as an item with quantity, price and amount, or undefined. */
export function readItem(text: string): Line | undefined {
  const bare = text.replace(/^[-*•]\s+/, '');
  const count = COUNT_FIRST.exec(bare);
  if (count !== null) return item(count[2], count[1], count[3], count[4]);
  const name = NAME_FIRST.exec(bare);
  if (name !== null) return item(name[1], name[2], name[3], name[4]);
  return readColumns(bare.split(/\s{2,}|\t|\s*\|\s*/));
}

function item(description = '', quantity = '', price = '', amount = ''): Line | undefined {
  const [count, unitPriceMinor, amountMinor] = [
    readQuantity(quantity),
    readAmount(price),
    readAmount(amount),
  ];
  if (count === undefined || unitPriceMinor === undefined || amountMinor === undefined) return undefined;
  return { description: description.trim(), quantity: count, unitPriceMinor, amountMinor };
}

/** Columns: a name first, the amount last, between them quantity, price and perhaps a VAT rate. */
function readColumns(cells: readonly string[]): Line | undefined {
  const [first = '', ...rest] = cells;
  const last = rest.pop();
  if (last === undefined || rest.length === 0) return undefined;
  const named = CELL_COUNT_NAME.exec(first);
  let quantity = named?.[1];
  let price: string | undefined;
  let vatPercent: string | undefined;
  for (const cell of rest) {
    const pair = CELL_COUNT_PRICE.exec(cell);
    const unit = CELL_COUNT_UNIT.exec(cell);
    if (pair !== null) [, quantity, price] = pair;
    else if (cell.includes('%')) vatPercent = readPercent(cell);
    else if (quantity === undefined && unit !== null) quantity = unit[1];
    else if (readAmount(cell) !== undefined) price = cell;
  }
  const line = item(named?.[2] ?? first, quantity, price, last);
  return line === undefined || vatPercent === undefined ? line : { ...line, vatPercent };
}
