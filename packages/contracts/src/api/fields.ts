import { z } from 'zod';

/** Database time as ISO 8601 in UTC with milliseconds. */
export const Instant = z.iso.datetime();
export const NullableInstant = Instant.nullable();

export const Usage = z.object({
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  costUsd: z.number().min(0),
});
export type Usage = z.infer<typeof Usage>;

export const ErrorReport = z.object({
  code: z.string(),
  message: z.string(),
  rawText: z.string().optional(),
});
export type ErrorReport = z.infer<typeof ErrorReport>;
