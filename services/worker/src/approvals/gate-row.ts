import { APPROVAL_STATES } from '@checkpoint/contracts';
import { z } from 'zod';

/** An approval as an attempt reads it: the view `approval_gates`. */
export const Gate = z.object({
  state: z.enum(APPROVAL_STATES),
  secrets: z.array(z.string()),
  argsSha256: z.string(),
  storedSha256: z.string(),
  /** Milliseconds until it counts as rejected; 0 or less: now. */
  expiresInMs: z.number(),
  reason: z.string().nullable(),
  answer: z.unknown(),
  editedArgs: z.unknown(),
  editedSha256: z.string().nullable(),
});
export type Gate = z.infer<typeof Gate>;
