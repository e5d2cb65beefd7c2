import type { WorkerPod } from '@checkpoint/contracts/api';
import type { Place } from '../sessions/sessions.ts';
import { type Db, instant, nullableInstant, row, rows } from './statements.ts';

/** What is seen of a pod at one moment. */
export interface PodNote {
  readonly uid: string;
  readonly name: string;
  readonly ownerUid: string;
  readonly node: string | null;
  readonly ready: boolean;
  readonly deleted: boolean;
  readonly gone: boolean;
  readonly reason: string | null;
}

export async function notePod(
  db: Db,
  pod: PodNote,
  { msAgo, replacedWithinSeconds }: { readonly msAgo: number; readonly replacedWithinSeconds: number },
): Promise<void> {
  const { uid, name, ownerUid, node, ready, deleted, gone, reason } = pod;
  await rows(db, 'note-pod', [
    uid,
    name,
    ownerUid,
    node,
    ready,
    deleted,
    gone,
    reason,
    msAgo,
    replacedWithinSeconds,
  ]);
}

export async function noteTerminated(
  db: Db,
  podUid: string,
  end: { readonly finishedAt: Date; readonly exitCode: number; readonly reason: string | null },
  msAgo: number,
): Promise<void> {
  await rows(db, 'note-terminated', [podUid, end.finishedAt, end.exitCode, end.reason, msAgo]);
}

/** Throws what `pg` throws for a worker that never registered. */
export async function meetWorker(db: Db, workerId: string, place: Place, session: string): Promise<void> {
  const { podUid, podName, node, processStartedAt } = place;
  await rows(db, 'meet-worker', [workerId, podUid, podName, node, processStartedAt, session]);
}

export interface Parted {
  readonly pod_uid: string;
  readonly pod_name: string;
  readonly session_ended_at: Date;
  readonly certified: boolean;
}

/** Undefined when the worker holds a newer session somewhere. */
export async function partWorker(
  db: Db,
  workerId: string,
  session: string,
  msAgo: number,
): Promise<Parted | undefined> {
  return await row<Parted>(db, 'part-worker', [workerId, session, msAgo]);
}

export interface EndedWorker {
  readonly worker_id: string;
  readonly session_ended_at: Date | null;
  readonly terminated_at: Date | null;
  readonly finished_at: Date | null;
  readonly exit_code: number | null;
  readonly exit_reason: string | null;
  readonly beat_at: Date;
}

/** Workers of a pod without a certificate, of whose end something was seen. */
export async function endedInPod(db: Db, podUid: string): Promise<EndedWorker[]> {
  return await rows<EndedWorker>(db, 'ended-in-pod', [podUid]);
}

export interface PodOfWorker {
  readonly pod_uid: string;
  readonly pod_name: string;
  /** Its session has closed, or its container has ended. */
  readonly ended: boolean;
  /** A later process runs in the same pod. */
  readonly succeeded: boolean;
}

export async function podOfWorker(db: Db, workerId: string): Promise<PodOfWorker | undefined> {
  return await row<PodOfWorker>(db, 'pod-of-worker', [workerId]);
}

/** A row of the view `worker_pod_views`, as JSON. */
export interface WorkerPodRow {
  readonly uid: string;
  readonly name: string;
  readonly node: string | null;
  readonly kill_accepted_at: string | null;
  readonly deleted_at: string | null;
  readonly gone_at: string | null;
  readonly reason: string | null;
  readonly session_ended_at: string | null;
  readonly terminated_at: string | null;
  readonly finished_at: string | null;
  readonly exit_code: number | null;
  readonly exit_reason: string | null;
  readonly successor_pod: string | null;
  readonly successor_ready_at: string | null;
  readonly successor_worker_id: string | null;
}

export function toWorkerPod(pod: WorkerPodRow): WorkerPod {
  const { terminated_at, finished_at, exit_code } = pod;
  return {
    name: pod.name,
    uid: pod.uid,
    node: pod.node,
    killAcceptedAt: nullableInstant(pod.kill_accepted_at),
    deletedAt: nullableInstant(pod.deleted_at),
    goneAt: nullableInstant(pod.gone_at),
    sessionEndedAt: nullableInstant(pod.session_ended_at),
    terminated:
      terminated_at === null || finished_at === null || exit_code === null
        ? null
        : {
            seenAt: instant(terminated_at),
            finishedAt: instant(finished_at),
            exitCode: exit_code,
            reason: pod.exit_reason,
          },
    reason: pod.reason,
    replacement:
      pod.successor_pod === null
        ? null
        : {
            pod: pod.successor_pod,
            readyAt: nullableInstant(pod.successor_ready_at),
            workerId: pod.successor_worker_id,
          },
  };
}
