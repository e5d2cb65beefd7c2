import { z } from 'zod';

/** Characters of one document. The API takes 256 KiB for all of a request; what is larger belongs into a store of its own. */
const MAX_DOCUMENT_CHARS = 240_000;
const MAX_DOCUMENTS = 20;

export const Document = z.strictObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
      'a name has 1 to 64 letters, digits, dots, hyphens and underscores',
    ),
  text: z.string().min(1).max(MAX_DOCUMENT_CHARS),
});
export type Document = z.infer<typeof Document>;

export const ResearchInput = z.strictObject({
  question: z.string().trim().min(5).max(500).describe('what the documents are to be asked'),
  documents: z
    .array(Document)
    .max(MAX_DOCUMENTS)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      'two documents have the same name',
    )
    .default([])
    .describe('names and texts; left out, the sample documents are read'),
});
export type ResearchInput = z.infer<typeof ResearchInput>;

/** It asks nothing of the operator: all that it reads comes with the run. */
export const ResearchSettings = z.object({});
export type ResearchSettings = z.infer<typeof ResearchSettings>;
