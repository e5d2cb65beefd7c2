import { z } from 'zod';
import { DEATH_EVIDENCE } from '../states.ts';
import { Instant, NullableInstant } from './fields.ts';

export const HeldWork = z.object({
  runId: z.string(),
  step: z.int(),
  activity: z.string(),
  tool: z.string(),
  startedAt: Instant,
});
export type HeldWork = z.infer<typeof HeldWork>;

export const WorkerView = z.object({
  workerId: z.string(),
  host: z.string(),
  pid: z.int().nullable(),
  buildId: z.string(),
  startedAt: Instant,
  beatAt: Instant,
  leaseUntil: Instant,
  /** Since when it holds a session with the API that answers; null without one. */
  sessionSince: NullableInstant,
  /** `live`: lease runs. `silent`: lease ended, no certificate yet. `dead`: certified. */
  state: z.enum(['live', 'silent', 'dead']),
  holds: z.array(HeldWork),
  death: z
    .object({
      diedAt: Instant,
      issuedAt: Instant,
      evidence: z.enum(DEATH_EVIDENCE),
      detail: z.record(z.string(), z.unknown()),
    })
    .nullable(),
});
export type WorkerView = z.infer<typeof WorkerView>;
/** `GET /api/workers`: the living first; the dead of the last day after them. */
export const WorkerList = z.object({ workers: z.array(WorkerView), desired: z.int() });
export type WorkerList = z.infer<typeof WorkerList>;

/** `DELETE /api/workers/:workerId` answers with what was observed, not with what was asked. */
export const KillReport = z.object({
  workerId: z.string(),
  pid: z.int(),
  signal: z.literal('SIGKILL'),
  requestedAt: Instant,
  observed: z.object({
    exitSignal: z.string().nullable(),
    exitCode: z.int().nullable(),
    /** false when the process table still lists the pid after the wait. */
    goneFromProcessTable: z.boolean(),
    goneAt: NullableInstant,
    certifiedAt: NullableInstant,
  }),
  held: z.array(HeldWork),
});
export type KillReport = z.infer<typeof KillReport>;
