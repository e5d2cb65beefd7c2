import { setTimeout as delay } from 'node:timers/promises';
import { asError, TerminalError } from '@checkpoint/contracts';
import type { KillReport, WorkerView } from '@checkpoint/contracts/api';
import type { Logger } from '@checkpoint/telemetry';
import { workerNotFound } from '../errors.ts';
import { acceptKill, insertKill, storeKillReport } from '../store/fleet.ts';
import { type PodOfWorker, podOfWorker } from '../store/pods.ts';
import type { Db } from '../store/statements.ts';
import { findWorker } from '../store/workers.ts';
import type { PodApi } from './kubernetes-client.ts';
import { POD_KILL_LOOK_MS, POD_KILL_WAIT_MS } from './kubernetes-limits.ts';
import type { Pod } from './kubernetes-pods.ts';

export interface PodKillParts {
  readonly db: Db;
  readonly api: Pick<PodApi, 'read' | 'remove'>;
  readonly log: Logger;
  readonly isOurs: (pod: Pod) => boolean;
  /** Says which Deployment's pods may be killed, for people. */
  readonly deployment: string;
  /** Called as soon as Kubernetes has accepted the deletion. */
  readonly onAccepted: (podUid: string) => void;
}

type Worker = NonNullable<Awaited<ReturnType<typeof findWorker>>>;

/** Deletes the pod of a worker with grace 0, waits for the worker's death, and stores and returns what was observed. */
export async function killPod(parts: PodKillParts, workerId: string): Promise<KillReport> {
  const { db, api } = parts;
  const worker = await findWorker(db, workerId);
  if (worker === undefined) throw workerNotFound(workerId);
  if (worker.state === 'dead') throw refused(workerId, `it died at ${worker.death?.diedAt}`);
  const place = await podOfWorker(db, workerId);
  if (place === undefined) throw refused(workerId, 'it has never told this API in which pod it runs');
  if (place.succeeded) throw refused(workerId, `another process runs in its pod ${place.pod_name} by now`);
  await assertOurs(parts, workerId, place);
  const kill = await insertKill(db, workerId, 'pod_delete');
  await api.remove({ name: place.pod_name, uid: place.pod_uid });
  const acceptedMs = performance.now();
  parts.onAccepted(place.pod_uid);
  await acceptKill(db, kill.id, performance.now() - acceptedMs);
  const seen = await observe(db, workerId);
  const report: KillReport = {
    workerId,
    pid: worker.pid,
    action: 'pod_delete',
    requestedAt: kill.requestedAt.toISOString(),
    observed: observedOf(seen),
    held: worker.holds,
  };
  await storeKillReport(db, kill.id, report);
  return report;
}

/** Deletes the pod of a worker that is certified dead, unless the process was seen to end since. */
export async function putDownPod(parts: PodKillParts, workerId: string): Promise<void> {
  try {
    const place = await podOfWorker(parts.db, workerId);
    if (place === undefined || place.ended || place.succeeded) return;
    await assertOurs(parts, workerId, place);
    await parts.api.remove({ name: place.pod_name, uid: place.pod_uid });
    parts.log.warn({ worker: workerId, pod: place.pod_name }, 'the pod of a dead worker was deleted');
  } catch (thrown) {
    parts.log.warn({ err: asError(thrown), worker: workerId }, 'the pod of a dead worker was not deleted');
  }
}

/** Rights cannot be narrowed to labels or owners, so it is looked here, at the object as it is now. */
async function assertOurs(parts: PodKillParts, workerId: string, place: PodOfWorker): Promise<void> {
  const pod = await parts.api.read(place.pod_name);
  if (pod === undefined) {
    throw new TerminalError('POD_GONE', `worker ${workerId}: pod ${place.pod_name} is gone already`);
  }
  if (pod.uid !== place.pod_uid) {
    throw new TerminalError(
      'POD_REPLACED',
      `worker ${workerId}: pod ${place.pod_name} has uid ${pod.uid} by now, not ${place.pod_uid}`,
    );
  }
  if (!parts.isOurs(pod)) {
    throw refused(workerId, `pod ${place.pod_name} is no worker of Deployment ${parts.deployment}`);
  }
}

function refused(workerId: string, why: string): TerminalError {
  return new TerminalError('KILL_REFUSED', `worker ${workerId}: ${why}`);
}

/** Waits until the worker is certified dead and its session has ended, or for as long as a kubelet takes. */
async function observe(db: Db, workerId: string): Promise<Worker | undefined> {
  const untilMs = performance.now() + POD_KILL_WAIT_MS;
  for (;;) {
    const worker = await findWorker(db, workerId);
    if (worker !== undefined && isGone(worker) && worker.death !== null) return worker;
    if (performance.now() >= untilMs) return worker;
    await delay(POD_KILL_LOOK_MS);
  }
}

function isGone({ pod }: Pick<WorkerView, 'pod'>): boolean {
  return pod !== null && (pod.terminated !== null || pod.sessionEndedAt !== null);
}

function observedOf(worker: Worker | undefined): KillReport['observed'] {
  const pod = worker?.pod ?? null;
  return {
    // The API of Kubernetes tells no signals.
    exitSignal: null,
    exitCode: pod?.terminated?.exitCode ?? null,
    gone: worker !== undefined && isGone(worker),
    goneAt: pod?.sessionEndedAt ?? pod?.terminated?.seenAt ?? null,
    certifiedAt: worker?.death?.issuedAt ?? null,
    pod,
  };
}
