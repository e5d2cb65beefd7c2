import { setTimeout as delay } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import type { PodApi } from './kubernetes-client.ts';
import { FIRST_RETRY_MS, MAX_RETRY_MS, RELIST_SECONDS } from './kubernetes-limits.ts';
import type { Pod } from './kubernetes-pods.ts';

/**
 * The pods of the fleet as they are now. A watch is a hint: it may end without a word, and miss what happens meanwhile. So
 * each lives for less than a minute, and then the pods are listed again and compared.
 *
 * States: listing → watching → listing …; a list or a watch that breaks is followed by a wait, doubled each time and drawn
 * at random, so that replicas do not come back all at once.
 */
export interface PodWatch {
  /** By uid. */
  readonly pods: ReadonlyMap<string, Pod>;
  /** Settled once the pods were listed for the first time. */
  readonly listed: Promise<void>;
  stop(): Promise<void>;
}

export interface PodWatchOptions {
  readonly api: Pick<PodApi, 'list' | 'watch'>;
  readonly log: Logger;
  /** Pods that the selector finds and that are not this fleet's are left out. */
  readonly isOurs: (pod: Pod) => boolean;
  readonly onSeen: (pod: Pod) => void;
  readonly onGone: (pod: Pod) => void;
  /** In [0, 1). */
  readonly random?: () => number;
}

export function watchPods(options: PodWatchOptions): PodWatch {
  const { api, log, isOurs, random = Math.random } = options;
  const pods = new Map<string, Pod>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = Promise.withResolvers<void>();

  const seen = (pod: Pod): void => {
    if (!isOurs(pod)) return;
    pods.set(pod.uid, pod);
    options.onSeen(pod);
  };
  const gone = (pod: Pod): void => {
    if (!pods.delete(pod.uid)) return;
    options.onGone(pod);
  };
  const relist = async (): Promise<string> => {
    const { pods: found, version } = await api.list();
    const uids = new Set(found.map((pod) => pod.uid));
    // The dead before the living: a new pod takes the place of one that is gone.
    for (const pod of [...pods.values()]) if (!uids.has(pod.uid)) gone(pod);
    for (const pod of found) seen(pod);
    first.resolve();
    return version;
  };
  const cycle = async (): Promise<void> => {
    const version = await relist();
    const { min, max } = RELIST_SECONDS;
    const seconds = Math.round(min + random() * (max - min));
    if (!signal.aborted) await api.watch({ version, seconds, signal, onChange: seen, onGone: gone });
  };
  const run = async (): Promise<void> => {
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      const begunMs = performance.now();
      try {
        await cycle();
        // A server that ends each watch at once must not be asked without a pause.
        if (performance.now() - begunMs >= FIRST_RETRY_MS) {
          retryMs = FIRST_RETRY_MS;
          continue;
        }
      } catch (thrown) {
        if (signal.aborted) break;
        log.warn({ err: asError(thrown) }, 'the pods are watched anew');
      }
      await delay(retryMs * random(), undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
    }
  };
  const ended = run();
  return {
    pods,
    listed: first.promise,
    stop() {
      stopping.abort();
      first.resolve();
      return ended;
    },
  };
}
