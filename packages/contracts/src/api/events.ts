import { z } from 'zod';
import { Instant } from './fields.ts';

/**
 * Server-sent events of a run, `GET /api/runs/:runId/events`. The id orders them for ever, so a reader goes on from
 * `Last-Event-ID` and misses nothing. An event says what changed; the reader reads the changed part again.
 */
export const RunEvent = z.object({
  id: z.string().describe('`<transaction>-<row>`'),
  kind: z.enum(['run', 'step', 'attempt', 'effect', 'hold', 'worker', 'approval']),
  /** Null for `worker`: a worker registered, died or was asked to die. */
  runId: z.string().nullable(),
  step: z.int().nullable(),
  activity: z.string().nullable(),
  at: Instant,
});
export type RunEvent = z.infer<typeof RunEvent>;

/**
 * Query of both streams. A browser's EventSource cannot set a header on its first request, so the position may come
 * here; the header `Last-Event-ID` wins. Without both, a run's stream begins with its first event, and `GET /api/events`
 * (all runs and workers) with the next one.
 */
export const EventsQuery = z.object({
  lastEventId: z
    .string()
    .regex(/^\d{1,20}-\d{1,19}$/, 'an event id is <transaction>-<row>, as an event or latestEventId gave it')
    .optional(),
});
