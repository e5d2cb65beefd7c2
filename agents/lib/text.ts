import { z } from 'zod';

/** Characters of a line: a name, a subject. */
const MAX_TEXT_CHARS = 160;

/** One line of text: no control characters, so that a document's text cannot forge a mail header or a table row. */
export const OneLine = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TEXT_CHARS)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'use one line of text without control characters');

/** Text of several lines, without control characters: Postgres stores no NUL, and a terminal should not obey a note. */
export function paragraph(minChars: number, maxChars: number) {
  return z
    .string()
    .min(minChars)
    .max(maxChars)
    .regex(/^[\n\P{Cc}]*$/u, 'use plain text with line feeds and without other control characters');
}
