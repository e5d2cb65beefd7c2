import type { Logger } from '@checkpoint/telemetry';
import type { KubernetesFleetConfig } from '../config.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Db } from '../store/statements.ts';
import { createPodApi, type PodApi } from './kubernetes-client.ts';
import { createPodDeaths } from './kubernetes-deaths.ts';
import { killPod, type PodKillParts, putDownPod } from './kubernetes-kill.ts';
import { PUT_DOWN_AFTER_MS } from './kubernetes-limits.ts';
import { createPodNotes, type PodNotes } from './kubernetes-notes.ts';
import { belongsTo, type Pod } from './kubernetes-pods.ts';
import { type PodWatch, watchPods } from './kubernetes-watch.ts';
import type { Fleet, ReportDeath } from './types.ts';

export interface KubernetesFleetOptions {
  readonly db: Db;
  readonly config: KubernetesFleetConfig;
  readonly log: Logger;
  readonly sessions: Sessions;
  readonly reportDeath: ReportDeath;
  /** Default: the client of the configuration. */
  readonly api?: PodApi;
}

/** A process that has less than this from SIGTERM to SIGKILL, seconds, is told to hand over what it holds. */
const SHORT_GRACE_SECONDS = 5;

/**
 * Workers as the pods of one Deployment. Kubernetes keeps their number; this fleet watches, notes what it sees, says who
 * died, and deletes the pod of a worker that it is told to kill.
 */
export function createKubernetesFleet(options: KubernetesFleetOptions): Fleet {
  const { db, config, log, sessions, reportDeath } = options;
  const api = options.api ?? createPodApi(config);
  const isOurs = (pod: Pod): boolean => belongsTo(pod, config.deployment);
  let watch: PodWatch | undefined;
  let notes: PodNotes | undefined;
  const pods = (): ReadonlyMap<string, Pod> => watch?.pods ?? new Map();

  /** The process has a moment left, and no more: what it cannot finish is for others. */
  const handOver = (podUid: string): void => {
    for (const { place, workerId } of sessions.all()) {
      if (place?.podUid === podUid && sessions.tell(workerId, 'hand_over')) {
        log.info({ worker: workerId, pod: place.podName }, 'a worker is told to hand over');
      }
    }
  };
  const deaths = createPodDeaths({ db, log, api, sessions, pods, reportDeath });
  const see = (pod: Pod, gone: boolean): void => {
    if (gone || (pod.deleting?.graceSeconds ?? SHORT_GRACE_SECONDS) < SHORT_GRACE_SECONDS) handOver(pod.uid);
    notes?.see(pod, gone);
  };
  const kills: PodKillParts = { db, api, log, isOurs, deployment: config.deployment, onAccepted: handOver };
  return {
    kind: 'kubernetes',
    get desired() {
      return [...pods().values()].filter((pod) => pod.deleting === null && pod.ended === null).length;
    },
    start() {
      notes = createPodNotes({
        db,
        log,
        onNoted: (pod, gone) => deaths.judge(pod, gone || pod.deleting !== null || pod.ended !== null),
      });
      watch = watchPods({
        api,
        log,
        isOurs,
        onSeen: (pod) => see(pod, false),
        onGone: (pod) => see(pod, true),
      });
      // Not waited for: while Kubernetes does not answer, leases tell of deaths.
      return Promise.resolve();
    },
    async stop() {
      await watch?.stop();
      await notes?.stop();
    },
    // Its session has closed: the deaths hear of that themselves.
    look: () => undefined,
    kill: (workerId) => killPod(kills, workerId),
    putDown(workerId) {
      // The work is given to others meanwhile: whatever this worker still does is fenced.
      setTimeout(() => void putDownPod(kills, workerId), PUT_DOWN_AFTER_MS).unref();
      return Promise.resolve(false);
    },
  };
}
