import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import { openRuns } from './open-runs.ts';
import type { NamedHistory } from './stored.ts';

/** Open runs that are looked at to choose the sample from. Listing costs a page of 1,000 each, not a history. */
const LISTED_RUNS = 10_000;

export interface LiveSample {
  readonly open: number;
  readonly histories: readonly NamedHistory[];
}

interface Listed {
  readonly runId: string;
  readonly executionId: string;
  /** The patches that the execution has noted: runs with other ones take other paths. */
  readonly patches: string;
}

/**
 * A sample of the open runs of a namespace, at most `limit`: some of each set of patches, from the oldest to the newest,
 * since the oldest are the ones that the code has left behind. Runs that end meanwhile stay in the sample.
 */
export async function sampleLive(client: Client, limit: number, taskQueue?: string): Promise<LiveSample> {
  const query = openRuns(taskQueue);
  const listed: Listed[] = [];
  for await (const { workflowId, runId, searchAttributes } of client.workflow.list({ query })) {
    const patches = [...((searchAttributes.TemporalChangeVersion ?? []) as string[])].sort().join(' ');
    listed.push({ runId: workflowId, executionId: runId, patches });
    if (listed.length === LISTED_RUNS) break;
  }
  const { count } = await client.workflow.count(query);
  const histories: NamedHistory[] = [];
  for (const item of choose(listed, limit)) {
    const history = await client.workflow
      .getHandle(item.runId, item.executionId)
      .fetchHistory()
      .catch(ifGone);
    if (history !== undefined) histories.push({ name: item.runId, runId: item.runId, history });
  }
  return { open: count, histories };
}

/** Spread over each group from its first to its last, groups in turn, so that a rare group is not lost in a large one. */
export function choose<T extends { readonly patches: string }>(listed: readonly T[], limit: number): T[] {
  const groups = [...Map.groupBy(listed, (item) => item.patches).values()];
  let left = Math.min(limit, listed.length);
  return groups
    .toSorted((a, b) => a.length - b.length)
    .flatMap((group, index) => {
      const share = Math.min(group.length, Math.ceil(left / (groups.length - index)));
      left -= share;
      const stride = share < 2 ? 0 : (group.length - 1) / (share - 1);
      return Array.from({ length: share }, (_, at) => group[Math.round(at * stride)] as T);
    });
}

function ifGone(thrown: unknown): undefined {
  if (thrown instanceof WorkflowNotFoundError) return undefined;
  throw thrown;
}
