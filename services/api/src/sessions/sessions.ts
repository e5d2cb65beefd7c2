/**
 * Session streams: each worker holds one request open at an API. The kernel closes it when the worker's process dies,
 * which is the fastest hint of a death there is. It is a hint only: a network can close it too, so whoever hears of it
 * looks for proof (the process table, the container's state) and otherwise waits for the end of the lease.
 *
 * States: absent → open (the worker connected) → absent (closed). A worker that lives connects again, here or elsewhere.
 */
export interface Sessions {
  /** Called when a worker connects; the returned function when its stream closes. */
  open(workerId: string, more?: Partial<Pick<Session, 'place' | 'tell'>>): () => void;
  /** When the worker's stream to this API was opened; undefined without one. */
  since(workerId: string): Date | undefined;
  /** Every stream that is open here. */
  all(): Session[];
  /** Says something to a worker that holds a stream here. False when it holds none. */
  tell(workerId: string, word: SessionWord): boolean;
  /** Hears of every worker that connects. */
  onOpened(listener: (session: Session) => void): void;
  /** Hears of every stream that closes while this API lives, and has not been followed by a newer one here. */
  onClosed(listener: (workerId: string, session: Session) => void): void;
}

/** `hand_over`: the worker's end is near; what it cannot finish at once is for others. */
export type SessionWord = 'hand_over';

export interface Session {
  /** Of this stream alone: the end of an older one says nothing. */
  readonly id: string;
  readonly workerId: string;
  readonly at: Date;
  /** Where the worker runs, for one that runs in a pod. */
  readonly place: Place | undefined;
  readonly tell: (word: SessionWord) => void;
}

/** What a worker in a pod says of itself. */
export interface Place {
  readonly podUid: string;
  readonly podName: string;
  readonly node: string | null;
  /** By the node's clock. */
  readonly processStartedAt: Date;
  /** A port on which the process listens for as long as it lives. */
  readonly port: number | undefined;
}

export interface SessionsOptions {
  readonly now?: () => Date;
  readonly newId?: () => string;
}

export function createSessions(options: SessionsOptions = {}): Sessions {
  const { now = () => new Date(), newId = () => crypto.randomUUID() } = options;
  const opened = new Map<string, Session>();
  const openings: ((session: Session) => void)[] = [];
  const closings: ((workerId: string, session: Session) => void)[] = [];
  return {
    open(workerId, { place, tell = () => undefined } = {}) {
      const session: Session = { id: newId(), workerId, at: now(), place, tell };
      opened.set(workerId, session);
      for (const listener of openings) listener(session);
      return () => {
        // A worker that has connected again holds a newer stream: the old one's end says nothing.
        if (opened.get(workerId) !== session) return;
        opened.delete(workerId);
        for (const listener of closings) listener(workerId, session);
      };
    },
    since: (workerId) => opened.get(workerId)?.at,
    all: () => [...opened.values()],
    tell(workerId, word) {
      const session = opened.get(workerId);
      session?.tell(word);
      return session !== undefined;
    },
    onOpened: (listener) => void openings.push(listener),
    onClosed: (listener) => void closings.push(listener),
  };
}
