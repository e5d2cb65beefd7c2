import { z } from 'zod';
import { inboxSize } from './inbox.ts';

/** Documents of a run that says nothing: the 30-step job that Checkpoint is measured with. */
const DEFAULT_DOCUMENTS = 30;

export const LedgerInput = z
  .strictObject({
    documents: z
      .int()
      .min(1)
      .max(inboxSize)
      .default(DEFAULT_DOCUMENTS)
      .describe(`how many documents to book, 1 to ${inboxSize}; one a step`),
    from: z
      .int()
      .min(1)
      .max(inboxSize)
      .default(1)
      .describe('position of the first document, in file-name order'),
  })
  .superRefine((input, context) => {
    const last = input.from + input.documents - 1;
    if (last <= inboxSize) return;
    context.addIssue({
      code: 'custom',
      path: ['documents'],
      message: `documents: ${input.documents} from ${input.from} on would end at ${last}, but the inbox holds ${inboxSize}; ask for ${inboxSize - input.from + 1} or fewer`,
    });
  });
export type LedgerInput = z.infer<typeof LedgerInput>;

/** Where the tools send to. The operator sets it; nothing a document says changes it. */
export const LedgerSettings = z.object({
  fileStoreUrl: z.url({ protocol: /^https?$/ }).describe('notes are PUT below its /files/'),
  smtpUrl: z.url({ protocol: /^smtps?$/ }).describe('mail server'),
  mailLookupUrl: z.url({ protocol: /^https?$/ }).describe('answers whether a mail arrived, below its /mail/'),
});
export type LedgerSettings = z.infer<typeof LedgerSettings>;
