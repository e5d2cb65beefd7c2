import type { Booking, Category } from '../booking.ts';
import type { Figures } from '../figures.ts';

/** A document as it is handed to the rules. */
export interface Source {
  readonly document: string;
  readonly text: string;
}

/** What the rules read from a document, before anything is added up. */
export interface Reading extends Figures, Pick<Booking, 'document' | 'vendor' | 'number' | 'date'> {
  readonly category: Category;
}

/** What the reader of one format finds; the category is decided afterwards. */
export type Found = Omit<Reading, 'document' | 'category'>;

export type Line = Figures['lines'][number];

/** `value`, or an error that names what the document lacks. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`no ${what} was found in the document`);
  return value;
}
