import { asError } from '@checkpoint/contracts';
import { Worker } from '@temporalio/worker';
import { firstRefused, typeOf } from './first-refused.ts';
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
    yield error === undefined ? verdict : { ...verdict, refused: await explain(code, named, error) };
  }
}

/** What the core says, without the debug print of its own structures around it. */
function causeOf(thrown: unknown): string {
  const text = asError(thrown).message.replaceAll(/\s+/g, ' ').trim();
  return /\[TMPRL\d+\].*?(?=", source:|$)/.exec(text)?.[0] ?? text;
}

async function explain(
  code: Code,
  { history }: NamedHistory,
  thrown: unknown,
): Promise<{ event: string; cause: string }> {
  const cause = causeOf(thrown);
  const id = /HistoryEvent\(id: (\d+)/.exec(asError(thrown).message)?.[1];
  const event =
    id === undefined
      ? await firstRefused(history, (beginning) => isRefused(code, beginning))
      : history.events?.find((item) => String(item.eventId) === id);
  return { event: event === undefined ? 'not named' : `${event.eventId} ${typeOf(event)}`, cause };
}

async function isRefused(workflowBundle: Code, history: History): Promise<boolean> {
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, [
    { workflowId: 'part', history },
  ])) {
    return error !== undefined;
  }
  return false;
}
