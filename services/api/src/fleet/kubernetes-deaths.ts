import { asError, type DeathEvidence } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { type EndedWorker, endedInPod, meetWorker, partWorker } from '../store/pods.ts';
import type { Db } from '../store/statements.ts';
import type { PodApi } from './kubernetes-client.ts';
import { isClosed, knock } from './kubernetes-knock.ts';
import type { Pod } from './kubernetes-pods.ts';
import type { ReportDeath } from './types.ts';

/**
 * Which worker of a pod has died, and on what evidence. Nobody is dead by one sign alone, except by the first:
 *
 * - the node's runtime says that its container ended: `exit`, or `stream_closed` when its session had closed too. Proof.
 * - its session closed, and its pod refuses the port on which it listened: `port_closed`. A network that is cut refuses
 *   nothing, so a hiccup kills nobody; a proxy inside the pod that dies might, so this is no proof of exit.
 * - its session closed, and its pod is being deleted, or gone: `pod_deleted`. No proof of exit either.
 * - none of these: the lease's end, which the undertaker sees.
 */
export interface PodDeaths {
  /** Judges the workers of a pod by what is noted of them. `ending`: the pod is being deleted, has ended, or is gone. */
  judge(pod: PodName, ending: boolean): Promise<void>;
}

export type PodName = Pick<Pod, 'uid' | 'name' | 'node'>;

export interface PodDeathsOptions {
  readonly db: Db;
  readonly log: Logger;
  readonly api: Pick<PodApi, 'read'>;
  readonly sessions: Sessions;
  /** The pods that are known now, by uid. */
  readonly pods: () => ReadonlyMap<string, Pod>;
  readonly reportDeath: ReportDeath;
}

export function createPodDeaths({ sessions, log, ...parts }: PodDeathsOptions): PodDeaths {
  const { db, api, pods } = parts;
  /** Where workers listen whose port answered while they lived. */
  const answered = new Map<string, { readonly host: string; readonly port: number }>();
  const bury = burier(parts.reportDeath);

  const judge = async (pod: PodName, ending: boolean): Promise<void> => {
    for (const worker of await endedInPod(db, pod.uid)) {
      const evidence = evidenceOf(worker, ending);
      if (evidence !== undefined) await bury(worker, evidence, { pod: pod.name, node: pod.node });
    }
  };
  const met = async ({ workerId, place, id }: Session): Promise<void> => {
    if (place === undefined) return;
    await meetWorker(db, workerId, place, id);
    if (place.port === undefined) return;
    const { ip } = pods().get(place.podUid) ?? (await api.read(place.podName)) ?? {};
    const { port } = place;
    if (typeof ip === 'string' && (await knock(ip, port)) === 'open')
      answered.set(workerId, { host: ip, port });
  };
  const parted = async ({ workerId, place, id }: Session): Promise<void> => {
    if (place === undefined) return;
    const closedMs = performance.now();
    const away = (): boolean => sessions.since(workerId) === undefined;
    const door = answered.get(workerId);
    answered.delete(workerId);
    const closed = door === undefined ? Promise.resolve(false) : isClosed(door.host, door.port, away);
    const row = await partWorker(db, workerId, id, performance.now() - closedMs);
    if (row === undefined || row.certified) return;
    const { podUid, podName, node } = place;
    const pod = { uid: podUid, name: podName, node };
    await judge(pod, await isEnding(api, pods().get(podUid), pod));
    if (!(await closed) || !away()) return;
    const worker = (await endedInPod(db, podUid)).find(({ worker_id }) => worker_id === workerId);
    if (worker === undefined) return;
    const noticedMsAgo = performance.now() - closedMs;
    await bury(worker, 'port_closed', { pod: podName, node, port: door?.port }, noticedMsAgo);
  };
  const guarded = (work: (session: Session) => Promise<void>) => (session: Session) =>
    void work(session).catch((thrown: unknown) =>
      log.warn({ err: asError(thrown), worker: session.workerId }, 'a session was not noted'),
    );
  sessions.onOpened(guarded(met));
  const onParted = guarded(parted);
  sessions.onClosed((_, session) => onParted(session));
  return { judge };
}

/** What is noted of a worker's end is enough for a certificate, and for which; undefined when it is not. */
function evidenceOf(worker: EndedWorker, ending: boolean): DeathEvidence | undefined {
  if (worker.terminated_at !== null) return worker.session_ended_at === null ? 'exit' : 'stream_closed';
  return ending && worker.session_ended_at !== null ? 'pod_deleted' : undefined;
}

/** A pod that the watch does not know is asked for: it may be too new, or gone. */
async function isEnding(api: Pick<PodApi, 'read'>, known: Pod | undefined, pod: PodName): Promise<boolean> {
  const found = known ?? (await api.read(pod.name));
  return found?.uid !== pod.uid || found.deleting !== null || found.ended !== null;
}

function burier(reportDeath: ReportDeath) {
  return async (
    worker: EndedWorker,
    evidence: DeathEvidence,
    where: object,
    noticedMsAgo = 0,
  ): Promise<void> => {
    const { worker_id, session_ended_at, beat_at, exit_code, exit_reason, finished_at } = worker;
    const exit = finished_at === null ? {} : { exitCode: exit_code, reason: exit_reason };
    await reportDeath({
      workerId: worker_id,
      evidence,
      detail: { ...where, ...exit },
      // The latest moment at which it surely lived: no resume looks too fast.
      diedAt: session_ended_at === null || session_ended_at < beat_at ? beat_at : session_ended_at,
      noticedMsAgo,
    });
  };
}
