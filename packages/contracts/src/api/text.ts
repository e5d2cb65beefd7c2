import { z } from 'zod';
import { Json } from '../json.ts';

/** Characters of a reason: a paragraph, which a model reads. */
export const REASON_CHARS = 2_000;
/** Characters of a name. */
export const BY_CHARS = 128;

/** Postgres stores no NUL, in text or in JSON. */
const noNul = { error: 'leave out the NUL characters' };

/** A text that a person has written. */
export const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0'), noNul);

/** A value that a person has written. */
export const storableJson = Json.refine(
  (value) => !/(?<!\\)(\\\\)*\\u0000/.test(JSON.stringify(value)),
  noNul,
);

/** Who decides, where the API does not know who calls. */
export const By = text(BY_CHARS)
  .optional()
  .describe(
    'who decides: needed while the API asks nobody who they are, and taken at their word; left out otherwise',
  );
