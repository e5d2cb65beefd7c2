/**
 * Session streams: each worker holds one request open at an API. The kernel closes it when the worker's process dies,
 * which is the fastest hint of a death there is. It is a hint only: a network can close it too, so whoever hears of it
 * looks for proof (the process table, the container's state) and otherwise waits for the end of the lease.
 *
 * States: absent → open (the worker connected) → absent (closed). A worker that lives connects again, here or elsewhere.
 */
export interface Sessions {
  /** Called when a worker connects; the returned function when its stream closes. */
  open(workerId: string): () => void;
  /** When the worker's stream to this API was opened; undefined without one. */
  since(workerId: string): Date | undefined;
  /** Hears of every stream that closes while this API lives. */
  onClosed(listener: (workerId: string) => void): void;
}

export function createSessions(now: () => Date = () => new Date()): Sessions {
  const opened = new Map<string, { readonly at: Date; readonly stream: symbol }>();
  const listeners: ((workerId: string) => void)[] = [];
  return {
    open(workerId) {
      const stream = Symbol(workerId);
      opened.set(workerId, { at: now(), stream });
      return () => {
        // A worker that has connected again holds a newer stream: the old one's end says nothing.
        if (opened.get(workerId)?.stream !== stream) return;
        opened.delete(workerId);
        for (const listener of listeners) listener(workerId);
      };
    },
    since: (workerId) => opened.get(workerId)?.at,
    onClosed: (listener) => void listeners.push(listener),
  };
}
