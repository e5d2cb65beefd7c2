import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { paths } from '../api/paths.ts';
import { keys } from '../api/queries.ts';
import { noteChangedStep } from '../api/steps.ts';
import type { RunDetail, RunEvent } from '../api/types.ts';
import { ChangedParts } from './changes.ts';
import { type Connection, connection } from './connection.ts';
import { followEvents } from './stream.ts';

/** What each kind of event changes. The detail holds the counts, so nearly everything changes it. */
const PARTS_OF_EVENT: Readonly<Record<RunEvent['kind'], readonly string[]>> = {
  run: ['detail', 'report', 'history'],
  step: ['steps', 'detail'],
  attempt: ['attempts', 'steps', 'resumes', 'detail', 'history'],
  effect: ['effects', 'artifacts', 'mail', 'report', 'detail'],
  hold: ['holds'],
  worker: ['attempts', 'resumes', 'detail'],
  approval: ['approvals', 'attempts', 'detail'],
};

/** Milliseconds between reads that need no event: a net below the stream, and the pace while the stream is down. */
const SAFETY_READ_MS = 20_000;
const READ_WHILE_DOWN_MS = 3_000;

const FIRST_STEP = 1;

/**
 * Keeps everything about one run current while a page shows it. The stream goes on from where the first answer stood,
 * so it starts once that is known; all other parts of the run are read after it and miss nothing either.
 */
export function useLiveRun(runId: string, detail: RunDetail | undefined): void {
  const after = useRef<string | null>(null);
  if (after.current === null && detail) after.current = detail.latestEventId;
  useLive({
    url: detail && paths.runEvents(runId),
    after: after.current,
    // An ended run changes no more, but for what the witness may still receive.
    // The inbox is of all runs, of which this stream tells nothing.
    scope: [detail?.status === 'running' ? keys.run(runId) : keys.runPart(runId, 'detail'), keys.inbox],
    beforeScope: () => noteChangedStep(runId, FIRST_STEP),
    changed: (data) => {
      const event = data as RunEvent | null;
      const parts = event === null ? undefined : PARTS_OF_EVENT[event.kind];
      if (event?.step) noteChangedStep(runId, event.step);
      if (parts === undefined) return [keys.run(runId), keys.inbox];
      const changed: QueryKey[] = parts.map((part) => keys.runPart(runId, part));
      return event?.kind === 'effect' || event?.kind === 'approval' ? [...changed, keys.inbox] : changed;
    },
  });
}

const OVERVIEW: readonly QueryKey[] = [keys.runs, keys.workers, keys.agents, keys.inbox, keys.resumes];
const PROGRESS: readonly QueryKey[] = [keys.runs, keys.workers];
const OVERVIEW_OF_EVENT: Readonly<Record<RunEvent['kind'], readonly QueryKey[]>> = {
  run: PROGRESS,
  step: PROGRESS,
  attempt: [...PROGRESS, keys.resumes],
  effect: [...PROGRESS, keys.inbox, keys.resumes],
  hold: PROGRESS,
  worker: OVERVIEW,
  approval: [keys.runs, keys.inbox],
};

/** Keeps what is of no single run current while a page shows it: runs, workers, agents, resumes, what waits for a person. */
export function useLiveOverview(): void {
  useLive({
    url: paths.events,
    after: null,
    scope: OVERVIEW,
    changed: (data) => OVERVIEW_OF_EVENT[(data as RunEvent | null)?.kind ?? 'worker'],
  });
}

interface LiveOptions {
  /** Undefined until it is known that there is something to follow. */
  readonly url: string | undefined;
  readonly after: string | null;
  /** What is read again after a gap, and from time to time. */
  readonly scope: readonly QueryKey[];
  /** Called before `scope` is read again. */
  readonly beforeScope?: () => void;
  readonly changed: (data: unknown) => readonly QueryKey[];
}

function useLive(options: LiveOptions): void {
  const client = useQueryClient();
  const latest = useRef(options);
  latest.current = options;
  const { url } = options;
  useEffect(() => {
    if (url === undefined) return;
    const parts = new ChangedParts(client);
    const leave = followEvents(url, {
      after: latest.current.after,
      onEvent: (data) => parts.add(latest.current.changed(data)),
      onGap: (at) => {
        latest.current.beforeScope?.();
        const isOlder = (query: { state: { dataUpdatedAt: number } }) => query.state.dataUpdatedAt < at;
        for (const queryKey of latest.current.scope) {
          void client.invalidateQueries({ queryKey, predicate: isOlder });
        }
      },
    });
    const stopReading = readFromTimeToTime(() => {
      latest.current.beforeScope?.();
      parts.add(latest.current.scope);
    });
    return () => {
      stopReading();
      leave();
      parts.close();
    };
  }, [url, client]);
}

function readFromTimeToTime(read: () => void): () => void {
  let lastReadAt = performance.now();
  const timer = setInterval(() => {
    const paceMs = connection.get().state === 'live' ? SAFETY_READ_MS : READ_WHILE_DOWN_MS;
    if (document.hidden || performance.now() - lastReadAt < paceMs) return;
    lastReadAt = performance.now();
    read();
  }, READ_WHILE_DOWN_MS);
  return () => clearInterval(timer);
}

/** Whether the page is current. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get);
}
