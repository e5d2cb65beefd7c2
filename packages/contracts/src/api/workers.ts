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

/** The pod that a worker runs in, and what was seen of its end, by whomever it was ended. Each time is null until seen. */
export const WorkerPod = z.object({
  name: z.string(),
  uid: z.string(),
  node: z.string().nullable(),
  /** Kubernetes accepted the deletion that this product asked for. */
  killAcceptedAt: NullableInstant,
  /** A deletion was seen, whoever asked for it. */
  deletedAt: NullableInstant,
  /** The pod object was gone. That is no death: the process may outlive it by seconds. */
  goneAt: NullableInstant,
  /** The kernel closed the worker's session stream. */
  sessionEndedAt: NullableInstant,
  /** What the node's runtime said of the container's end. Kubernetes never tells it of a pod that was deleted with grace 0. */
  terminated: z
    .object({
      seenAt: Instant,
      /** By the node's clock, in whole seconds. */
      finishedAt: Instant,
      exitCode: z.int(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Why the pod as a whole ended, in Kubernetes' words: `Evicted`, `Preempted`, … */
  reason: z.string().nullable(),
  /** Who took its place: another pod, or the next process of the same one. */
  replacement: z
    .object({ pod: z.string(), readyAt: NullableInstant, workerId: z.string().nullable() })
    .nullable(),
});
export type WorkerPod = z.infer<typeof WorkerPod>;

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
  /** null for a worker that is no pod. */
  pod: WorkerPod.nullable(),
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
  pid: z.int().nullable(),
  /** `sigkill`: the signal was sent. `pod_delete`: the pod was deleted with grace 0, so SIGTERM came first. */
  action: z.enum(['sigkill', 'pod_delete']),
  requestedAt: Instant,
  observed: z.object({
    exitSignal: z.string().nullable(),
    exitCode: z.int().nullable(),
    /** false when the process still seemed to live after the wait. */
    gone: z.boolean(),
    goneAt: NullableInstant,
    certifiedAt: NullableInstant,
    /** What was seen of its pod so far; the workers' list tells what is seen later. */
    pod: WorkerPod.nullable(),
  }),
  held: z.array(HeldWork),
});
export type KillReport = z.infer<typeof KillReport>;
