import {
  CoreV1Api,
  createConfiguration,
  KubeConfig,
  ServerConfiguration,
  Watch,
} from '@kubernetes/client-node';
import { toPod } from './kubernetes-decode.ts';
import { kubernetesError } from './kubernetes-errors.ts';
import { CALL_TIMEOUT_MS, WATCH_SLACK_MS } from './kubernetes-limits.ts';
import type { Pod } from './kubernetes-pods.ts';

/** What the fleet asks of Kubernetes: the four verbs on pods that its Role grants, in one namespace. */
export interface PodApi {
  /** All pods of the selector, and the version from which a watch goes on. */
  list(): Promise<{ readonly pods: readonly Pod[]; readonly version: string }>;
  /** Undefined when no pod has this name. */
  read(name: string): Promise<Pod | undefined>;
  /**
   * Deletes exactly this pod, with grace 0. Throws KUBERNETES_FORBIDDEN, POD_GONE, POD_REPLACED for another uid under the
   * name, KUBERNETES_UNAVAILABLE.
   */
  remove(pod: Pick<Pod, 'name' | 'uid'>): Promise<void>;
  /** Reports changes until the server ends the watch, after `seconds` at most. Throws when the watch breaks. */
  watch(options: WatchOptions): Promise<void>;
}

export interface WatchOptions {
  readonly version: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly onChange: (pod: Pod) => void;
  readonly onGone: (pod: Pod) => void;
}

export interface PodApiOptions {
  readonly namespace: string;
  readonly selector: string;
  /** A file, for an API outside of the cluster. Without it: the pod's own service account. Never the ambient context. */
  readonly kubeconfig: string | undefined;
}

export function createPodApi({ namespace, selector, kubeconfig }: PodApiOptions): PodApi {
  const config = new KubeConfig();
  if (kubeconfig === undefined) config.loadFromCluster();
  else config.loadFromFile(kubeconfig);
  const core = createCore(config);
  const asked = async <T>(what: string, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (thrown) {
      throw kubernetesError(what, thrown);
    }
  };
  return {
    async list() {
      const found = await asked(
        `list pods of namespace ${namespace}`,
        core.listNamespacedPod({ namespace, labelSelector: selector }),
      );
      return { pods: found.items.map(toPod), version: found.metadata?.resourceVersion ?? '' };
    },
    async read(name) {
      try {
        return toPod(await asked(`read pod ${name}`, core.readNamespacedPod({ namespace, name })));
      } catch (thrown) {
        if ((thrown as { code?: unknown }).code === 'POD_GONE') return undefined;
        throw thrown;
      }
    },
    async remove({ name, uid }) {
      const body = { gracePeriodSeconds: 0, preconditions: { uid } };
      await asked(`delete pod ${name}`, core.deleteNamespacedPod({ namespace, name, body }));
    },
    watch: (options) => watchPods(config, { namespace, selector, ...options }),
  };
}

/** The client has no time-out of its own. */
function createCore(config: KubeConfig): CoreV1Api {
  const cluster = config.getCurrentCluster();
  return new CoreV1Api(
    createConfiguration({
      baseServer: new ServerConfiguration(cluster?.server ?? '', {}),
      authMethods: { default: config },
      promiseMiddleware: [
        {
          pre: (request) => {
            request.setSignal(AbortSignal.timeout(CALL_TIMEOUT_MS));
            return Promise.resolve(request);
          },
          post: (response) => Promise.resolve(response),
        },
      ],
    }),
  );
}

interface Watched extends WatchOptions {
  readonly namespace: string;
  readonly selector: string;
}

function watchPods(config: KubeConfig, options: Watched): Promise<void> {
  const { namespace, selector, version, seconds, signal, onChange, onGone } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (thrown: unknown): void =>
    reject(kubernetesError(`watch pods of namespace ${namespace}`, thrown));
  const watch = new Watch(config);
  // The client ends a silent watch after 30 s; a healthy one of a quiet cluster says nothing for longer.
  Object.assign(watch, { requestTimeoutMs: seconds * 1_000 + WATCH_SLACK_MS });
  const begun = watch.watch(
    `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`,
    { labelSelector: selector, resourceVersion: version, timeoutSeconds: seconds, allowWatchBookmarks: true },
    (type, object) => {
      if (type === 'ADDED' || type === 'MODIFIED') onChange(toPod(object));
      else if (type === 'DELETED') onGone(toPod(object));
      else if (type === 'ERROR')
        fail(Object.assign(new Error(String(object?.message)), { statusCode: object?.code }));
    },
    (error) => {
      if (error === null || error === undefined || signal.aborted) resolve();
      else fail(error);
    },
  );
  begun.then((controller) => {
    if (signal.aborted) controller.abort();
    else signal.addEventListener('abort', () => controller.abort(), { once: true });
  }, fail);
  return promise;
}
