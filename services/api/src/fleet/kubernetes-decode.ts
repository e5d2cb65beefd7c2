import { InvariantError } from '@checkpoint/contracts';
import type { V1ContainerStateTerminated, V1ContainerStatus, V1Pod } from '@kubernetes/client-node';
import type { Pod, Terminated } from './kubernetes-pods.ts';

/** The worker's container, by its name in the chart. A pod without one of this name has its worker in the first. */
const WORKER_CONTAINER = 'worker';

/** Kubernetes' pod as this fleet looks at it. A watch gives times as text, the other calls as dates. */
export function toPod(object: V1Pod): Pod {
  const { metadata, spec, status } = object;
  if (metadata?.uid === undefined || metadata.name === undefined) {
    throw new InvariantError('Kubernetes told of a pod without uid or name');
  }
  const owner = metadata.ownerReferences?.find((reference) => reference.controller === true);
  return {
    uid: metadata.uid,
    name: metadata.name,
    labels: metadata.labels ?? {},
    node: spec?.nodeName ?? null,
    ip: status?.podIP ?? null,
    owner: owner === undefined ? null : { kind: owner.kind, name: owner.name, uid: owner.uid },
    ready: status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false,
    deleting:
      metadata.deletionTimestamp === undefined
        ? null
        : { graceSeconds: metadata.deletionGracePeriodSeconds ?? 0 },
    ended:
      status?.phase === 'Failed' || status?.phase === 'Succeeded'
        ? { reason: status.reason ?? status.phase }
        : null,
    terminated: terminatedOf(spec?.containers.map(({ name }) => name) ?? [], status?.containerStatuses ?? []),
  };
}

function terminatedOf(names: readonly string[], statuses: readonly V1ContainerStatus[]): Terminated[] {
  const name = names.includes(WORKER_CONTAINER) ? WORKER_CONTAINER : names[0];
  const status = statuses.find((container) => container.name === name);
  return [status?.state?.terminated, status?.lastState?.terminated].flatMap((end) =>
    end?.finishedAt === undefined ? [] : [toTerminated(end, end.finishedAt)],
  );
}

function toTerminated({ exitCode, reason }: V1ContainerStateTerminated, finishedAt: Date): Terminated {
  return { exitCode, reason: reason ?? null, finishedAt: new Date(finishedAt) };
}
