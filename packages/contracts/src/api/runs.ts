import { z } from 'zod';
import { Faults } from '../faults.ts';
import { RunId } from '../ids.ts';
import { Json } from '../json.ts';
import { Budgets } from '../limits.ts';
import { RUN_STATUSES } from '../states.ts';
import { ErrorReport, Instant, NullableInstant, Usage } from './fields.ts';

/** `POST /api/runs`. Header `Idempotency-Key`: same key and body, same run; other body, 422. */
export const StartRunBody = z.strictObject({
  agent: z.string().min(1).max(64),
  runId: RunId.optional().describe('drawn by the API when absent'),
  input: Json.default({}).describe('checked by the schema of the agent'),
  budgets: Budgets.prefault({}),
  faults: Faults.default([]).describe('refused unless the configuration allows faults'),
  journal: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` shows what happens without: refused unless faults are allowed'),
});
export type StartRunBody = z.infer<typeof StartRunBody>;

export const RunSummary = z.object({
  runId: z.string(),
  agent: z.string(),
  status: z.enum(RUN_STATUSES),
  /** Highest step that has begun, 0 before the first. */
  step: z.int().min(0),
  /** What the agent plans for this input, when it can say. */
  plannedSteps: z.int().min(1).nullable(),
  /** Worker of the latest attempt. */
  workerId: z.string().nullable(),
  startedAt: Instant,
  endedAt: NullableInstant,
  usage: Usage,
  effects: z.object({ intended: z.int(), applied: z.int(), rejected: z.int(), unknown: z.int() }),
  resumes: z.int().min(0),
  /** Items of the inbox that it waits for, while it is going. */
  waiting: z.int().min(0),
  journal: z.enum(['on', 'off']),
  cancelRequestedAt: NullableInstant,
});
export type RunSummary = z.infer<typeof RunSummary>;

export const RunList = z.object({
  runs: z.array(RunSummary),
  nextCursor: z.string().nullable(),
  counts: z.record(z.enum(RUN_STATUSES), z.int()),
});
export type RunList = z.infer<typeof RunList>;

export const ListRunsQuery = z.object({
  status: z.enum(RUN_STATUSES).optional(),
  agent: z.string().max(64).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Counts of duplicates, the witness's first and the journal's own beside it. */
export const DuplicateCounts = z.object({
  witness: z
    .object({ arrivals: z.int(), applications: z.int(), distinctKeys: z.int(), duplicates: z.int() })
    .nullable()
    .describe('null when the witness does not answer'),
  byKind: z.record(
    z.string(),
    z.object({ arrivals: z.int(), applications: z.int(), distinctKeys: z.int(), duplicates: z.int() }),
  ),
  /** Settlements minus distinct keys, from `effect_attempts`. */
  journal: z.int(),
});
export type DuplicateCounts = z.infer<typeof DuplicateCounts>;

export const RunDetail = RunSummary.extend({
  startedBy: z.string().nullable().describe('null where nobody is asked who they are'),
  input: Json,
  budgets: Budgets,
  faults: Faults,
  result: Json.nullable(),
  error: ErrorReport.nullable(),
  /** The lowest step with an attempt that a death interrupted and nobody has taken up, else the next to begin. */
  resumeStep: z.int().min(1).nullable(),
  duplicates: DuplicateCounts,
  slowestResumeSeconds: z.number().nullable(),
  temporalUrl: z.string().nullable().describe('the run in Temporal’s own web UI'),
  traceUrl: z.string().nullable().describe('the trace of the run in the configured viewer'),
  latestEventId: z.string().nullable().describe('where a stream of events goes on from this answer'),
});
export type RunDetail = z.infer<typeof RunDetail>;

/** What a cancelled or ended run did, did not do, and cannot tell (DESIGN §6). */
export const RunReport = z.object({
  done: z.array(z.object({ effectKey: z.string(), tool: z.string(), providerRef: z.string().nullable() })),
  undone: z.array(z.object({ step: z.int(), toolUseId: z.string(), tool: z.string(), why: z.string() })),
  unknown: z.array(z.object({ effectKey: z.string(), tool: z.string(), error: z.string().nullable() })),
});
export type RunReport = z.infer<typeof RunReport>;

export const AgentInfo = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: Json,
});
export type AgentInfo = z.infer<typeof AgentInfo>;
export const AgentList = z.object({ agents: z.array(AgentInfo), faultsAllowed: z.boolean() });
export type AgentList = z.infer<typeof AgentList>;
