/** A pod as this fleet looks at it. */
export interface Pod {
  readonly uid: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly node: string | null;
  readonly ip: string | null;
  /** The controller that owns it. */
  readonly owner: { readonly kind: string; readonly name: string; readonly uid: string } | null;
  readonly ready: boolean;
  /** Somebody has asked for its end, and how long its processes are given, seconds. */
  readonly deleting: { readonly graceSeconds: number } | null;
  /** The pod as a whole has ended, and why: `Evicted`, `NodeShutdown`, … */
  readonly ended: { readonly reason: string } | null;
  /** Ends of its worker container, the latest first. */
  readonly terminated: readonly Terminated[];
}

/** How one instance of the worker container ended, by the word of the node's runtime. */
export interface Terminated {
  readonly exitCode: number;
  readonly reason: string | null;
  /** By the node's clock, in whole seconds. */
  readonly finishedAt: Date;
}

/**
 * True for a pod of this Deployment. It is owned through a ReplicaSet, whose name is the Deployment's and the hash that its
 * pods carry as a label (the Deployment controller names it so); reading ReplicaSets would take one more right.
 */
export function belongsTo(pod: Pod, deployment: string): boolean {
  const hash = pod.labels['pod-template-hash'];
  return hash !== undefined && pod.owner?.kind === 'ReplicaSet' && pod.owner.name === `${deployment}-${hash}`;
}

/**
 * True when a process that started at this time, by the node's clock, was in the container that ended so. The time of the
 * end is cut to whole seconds: the next container's process starts after it, and so never before the second began.
 */
export function wasIn(processStartedAt: Date, { finishedAt }: Terminated): boolean {
  return processStartedAt.getTime() <= finishedAt.getTime();
}
