import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import { startLoop } from '../loop.ts';
import { notePod, noteTerminated } from '../store/pods.ts';
import type { Db } from '../store/statements.ts';
import { FLUSH_MS, REPLACED_WITHIN_SECONDS } from './kubernetes-limits.ts';
import type { Pod } from './kubernetes-pods.ts';

/** One sight of a pod. */
interface Sight {
  readonly pod: Pod;
  readonly gone: boolean;
  readonly seenMs: number;
}

/**
 * Writes what is seen of pods into Postgres, in the order in which it was seen, each with its age: what could not be
 * written at once keeps its time. Sights that tell nothing new are left out.
 */
export interface PodNotes {
  see(pod: Pod, gone: boolean): void;
  stop(): Promise<void>;
}

export interface PodNotesOptions {
  readonly db: Db;
  readonly log: Logger;
  /** Called when a pod's sight was written, with what ends workers already noted. */
  readonly onNoted: (pod: Pod, gone: boolean) => Promise<void>;
}

export function createPodNotes({ db, log, onNoted }: PodNotesOptions): PodNotes {
  const last = new Map<string, string>();
  const queue: Sight[] = [];
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    for (let sight = queue[0]; sight !== undefined; sight = queue[0]) {
      await noteSight(db, sight);
      queue.shift();
      await onNoted(sight.pod, sight.gone);
    }
  };
  const flush = (): Promise<void> => {
    writing ??= write()
      .catch((thrown: unknown) => log.warn({ err: asError(thrown) }, 'a sight of a pod is noted later'))
      .finally(() => {
        writing = undefined;
      });
    return writing;
  };
  const flushing = startLoop({ name: 'pods', everyMs: FLUSH_MS, log, turn: flush });
  return {
    see(pod, gone) {
      const told = JSON.stringify([factsOf(pod), gone, pod.terminated]);
      if (last.get(pod.uid) === told) return;
      if (gone) last.delete(pod.uid);
      else last.set(pod.uid, told);
      queue.push({ pod, gone, seenMs: performance.now() });
      void flush();
    },
    async stop() {
      await flushing.stop();
      await writing;
    },
  };
}

function factsOf({ ready, deleting, ended, node }: Pod): object {
  return { ready, deleted: deleting !== null, reason: ended?.reason ?? null, node };
}

async function noteSight(db: Db, { pod, gone, seenMs }: Sight): Promise<void> {
  const { uid, name, node, ready, deleting, ended } = pod;
  const note = {
    uid,
    name,
    ownerUid: pod.owner?.uid ?? '',
    node,
    ready,
    deleted: deleting !== null,
    gone,
    reason: ended?.reason ?? null,
  };
  const msAgo = performance.now() - seenMs;
  await notePod(db, note, { msAgo, replacedWithinSeconds: REPLACED_WITHIN_SECONDS });
  // The earlier end first: whoever was in that container is not taken for one of the later one.
  for (const end of pod.terminated.toReversed()) await noteTerminated(db, uid, end, msAgo);
}
