import { z } from 'zod';
import { Json } from '../json.ts';
import {
  ATTEMPT_OUTCOMES,
  DELIVERY_CLASSES,
  EFFECT_ATTEMPT_OUTCOMES,
  EFFECT_STATES,
  RESOLUTION_DECISIONS,
} from '../states.ts';
import { ErrorReport, Instant, NullableInstant, Usage } from './fields.ts';

export const ToolCallView = z.object({
  toolUseId: z.string(),
  tool: z.string(),
  kind: z.enum(['read', 'effect', 'finish']),
  args: Json,
  output: Json.nullable(),
  endedAt: NullableInstant,
});

export const StepView = z.object({
  step: z.int(),
  startedAt: Instant,
  answeredAt: NullableInstant,
  /** When the last tool call of the step had its output. */
  endedAt: NullableInstant,
  status: z.enum(['thinking', 'acting', 'done', 'failed']),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  /** Providers that failed before the one that answered. A fall-back is visible, never silent. */
  fallbacks: z.array(z.object({ provider: z.string(), code: z.string(), message: z.string() })),
  reprompts: z.int(),
  finishReason: z.string().nullable(),
  text: z.string().nullable(),
  usage: Usage,
  error: ErrorReport.nullable(),
  calls: z.array(ToolCallView),
  attempts: z.int().describe('most attempts that an activity of this step needed'),
  resumed: z.boolean().describe('an attempt of this step followed a death'),
});
export type StepView = z.infer<typeof StepView>;
/** `GET /api/runs/:runId/steps`. */
export const StepList = z.object({ steps: z.array(StepView) });
export type StepList = z.infer<typeof StepList>;

export const AttemptView = z.object({
  step: z.int(),
  /** `model`, or a toolUseId. */
  activity: z.string(),
  tool: z.string(),
  attempt: z.int(),
  workerId: z.string(),
  startedAt: Instant,
  endedAt: NullableInstant,
  outcome: z.enum(ATTEMPT_OUTCOMES).nullable(),
  error: ErrorReport.nullable(),
  /** When the worker of this attempt died, if it did while the attempt was open. */
  workerDiedAt: NullableInstant,
});
export type AttemptView = z.infer<typeof AttemptView>;
export const AttemptList = z.object({ attempts: z.array(AttemptView) });
export type AttemptList = z.infer<typeof AttemptList>;

/** What a person decided about an unknown outcome. */
export const EffectResolution = z.object({
  decision: z.enum(RESOLUTION_DECISIONS),
  decidedBy: z.string(),
  decidedAt: Instant,
  reason: z.string().nullable(),
});
export type EffectResolution = z.infer<typeof EffectResolution>;

export const EffectView = z.object({
  effectKey: z.string(),
  step: z.int(),
  toolUseId: z.string(),
  tool: z.string(),
  delivery: z.enum(DELIVERY_CLASSES),
  state: z.enum(EFFECT_STATES),
  epoch: z.int(),
  workerId: z.string(),
  argsSha256: z.string(),
  providerRef: z.string().nullable(),
  error: z.string().nullable(),
  intendedAt: Instant,
  appliedAt: NullableInstant,
  attempts: z.array(
    z.object({
      epoch: z.int(),
      workerId: z.string(),
      startedAt: Instant,
      endedAt: NullableInstant,
      outcome: z.enum(EFFECT_ATTEMPT_OUTCOMES).nullable(),
    }),
  ),
  /** What the witness recorded under this key; null when it does not answer. */
  witness: z.object({ arrivals: z.int(), applications: z.int() }).nullable(),
  /** A person's latest decision; null while nobody had to decide. */
  resolution: EffectResolution.nullable(),
});
export type EffectView = z.infer<typeof EffectView>;
export const EffectList = z.object({ effects: z.array(EffectView) });
export type EffectList = z.infer<typeof EffectList>;

export const ArtifactView = z.object({
  effectKey: z.string(),
  step: z.int(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  url: z.string().describe('GET it for the content'),
});
export const ArtifactList = z.object({ artifacts: z.array(ArtifactView) });
export type ArtifactList = z.infer<typeof ArtifactList>;
export type ArtifactView = z.infer<typeof ArtifactView>;

/** One resume: an attempt that took up work which a death had interrupted. */
export const ResumeView = z.object({
  step: z.int(),
  activity: z.string(),
  tool: z.string(),
  attempt: z.int(),
  fromWorkerId: z.string(),
  toWorkerId: z.string(),
  evidence: z.string(),
  diedAt: Instant,
  /** The first sign of the death: an exit event, a session that closed, a lease that ended. */
  noticedAt: Instant,
  /** The certificate was committed. */
  certifiedAt: Instant,
  /** All that the dead worker held was handed back; null while that goes on. */
  releasedAt: NullableInstant,
  resumedAt: Instant,
  /** The first effect of the run that was applied after the resume. */
  nextEffectAt: NullableInstant,
  /** Death to the start of the next attempt, seconds, by the database's clock. */
  latencySeconds: z.number(),
});
export type ResumeView = z.infer<typeof ResumeView>;
export const ResumeList = z.object({ resumes: z.array(ResumeView) });

/** `GET /api/resumes`: of all runs, the newest first. The distribution is over all that are stored, in seconds. */
export const AllResumes = z.object({
  resumes: z.array(ResumeView.extend({ runId: z.string(), agent: z.string() })),
  distribution: z.object({
    count: z.int(),
    p50: z.number().nullable(),
    p95: z.number().nullable(),
    p99: z.number().nullable(),
    max: z.number().nullable(),
  }),
  nextCursor: z.string().nullable(),
});
export type AllResumes = z.infer<typeof AllResumes>;
export const AllResumesQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export type ResumeList = z.infer<typeof ResumeList>;

/**
 * `GET /api/runs/:runId/history`: Temporal's own events, with their names. A long run is a chain of executions, each
 * continued as the next; event ids begin at 1 in each of them.
 */
export const HistoryView = z.object({
  /** Oldest first. */
  executions: z.array(z.object({ executionId: z.string().describe('Temporal’s run id'), events: z.int() })),
  /** Those of all these executions, in order. */
  events: z.array(
    z.object({ executionId: z.string(), eventId: z.int(), type: z.string(), at: Instant, attributes: Json }),
  ),
  /** False when executions before these are left out: too many events, or Temporal has dropped them. */
  complete: z.boolean(),
});
export type HistoryView = z.infer<typeof HistoryView>;

/** `GET /api/runs/:runId/mail`, as the witness recorded it. */
export { WitnessMail } from '../witness.ts';

/** `GET /api/runs/:runId/holds`: attempts that wait inside a move for a kill (faults only). */
export const HoldList = z.object({
  holds: z.array(
    z.object({
      step: z.int(),
      activity: z.string(),
      tool: z.string(),
      move: z.string(),
      workerId: z.string(),
      heldAt: Instant,
    }),
  ),
});
export type HoldList = z.infer<typeof HoldList>;
