import { asError } from '@checkpoint/contracts';
import { Worker } from '@temporalio/worker';
import type { History, NamedHistory } from './stored.ts';

/** What became of one history. `events` is its length. */
export interface Verdict {
  readonly name: string;
  readonly runId: string;
  readonly events: number;
  readonly refused?: { readonly event: string; readonly cause: string };
}

/** Where the workflow code comes from: a bundle made before, or its text. */
export type Code = { readonly codePath: string } | { readonly code: string };

/**
 * Replays each history against the code, in turn, without a server: nothing is polled, sent or stored. A history that
 * the code cannot follow is refused, with the event and the cause that Temporal's core names.
 */
export async function* replay(code: Code, histories: readonly NamedHistory[]): AsyncGenerator<Verdict> {
  // By a name of our own, since two executions of one run have one id, and results arrive by id.
  const byId = new Map(histories.map((history, index) => [`${index}:${history.runId}`, history]));
  const given = [...byId].map(([workflowId, { history }]) => ({ workflowId, history }));
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: code }, given)) {
    const named = byId.get(workflowId);
    if (named === undefined)
      throw new Error(`the replay answered for ${workflowId}, which was not asked for`);
    const { name, runId, history } = named;
    const verdict = { name, runId, events: history.events?.length ?? 0 };
    yield error === undefined ? verdict : { ...verdict, refused: explain(history, error) };
  }
}

/** The core says `…HistoryEvent(id: 11, Some(ActivityTaskScheduled))…`, or nothing of an event. */
function explain(history: History, thrown: unknown): { event: string; cause: string } {
  const cause = asError(thrown).message.replaceAll(/\s+/g, ' ').trim();
  const id = /HistoryEvent\(id: (\d+)/.exec(cause)?.[1];
  return { event: id === undefined ? 'not named' : `${id} ${typeOf(history, id)}`, cause };
}

/** `EVENT_TYPE_TIMER_STARTED` or its number: the attributes' name says which it is in both forms. */
function typeOf(history: History, id: string): string {
  const event = history.events?.find((item) => String(item.eventId) === id);
  const attributes = Object.entries(event ?? {}).find(
    ([key, value]) => key.endsWith('EventAttributes') && value,
  );
  const name = attributes?.[0].replace(/EventAttributes$/, '') ?? 'unknown';
  return name.charAt(0).toUpperCase() + name.slice(1);
}
