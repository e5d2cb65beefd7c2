import { z } from 'zod';
import { Instant } from './fields.ts';

/**
 * Server-sent events of a run, `GET /api/runs/:runId/events`. The id orders them for ever, so a reader goes on from
 * `Last-Event-ID` and misses nothing. An event says what changed; the reader reads the changed part again.
 */
export const RunEvent = z.object({
  id: z.string(),
  kind: z.enum(['run', 'step', 'attempt', 'effect', 'hold']),
  step: z.int().nullable(),
  activity: z.string().nullable(),
  at: Instant,
});
export type RunEvent = z.infer<typeof RunEvent>;
