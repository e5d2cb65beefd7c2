import type { InboxItem, InboxList } from '@checkpoint/contracts/api';
import { type Position, writeCursor } from '../paging.ts';
import { listApprovals } from '../store/approvals.ts';
import { countInbox, listInbox } from '../store/inbox.ts';
import type { Db } from '../store/statements.ts';
import type { Witness } from '../witness.ts';
import { MAX_ARGS_CHARS } from './limits.ts';
import { unknownByKeys } from './unknown.ts';

/** A page of whatever waits for a person, what waits longest first. */
export async function listItems(
  parts: { readonly pool: Db; readonly witness: Witness },
  page: { readonly after: Position | undefined; readonly limit: number },
): Promise<InboxList> {
  const [found, waiting] = await Promise.all([
    listInbox(parts.pool, { ...page, limit: page.limit + 1 }),
    countInbox(parts.pool),
  ]);
  const shown = found.slice(0, page.limit);
  const keysOf = (kind: string) => shown.filter((item) => item.kind === kind).map(({ item }) => item);
  const [approvals, unknown] = await Promise.all([
    listApprovals(parts.pool, { keys: keysOf('approval') }, MAX_ARGS_CHARS),
    unknownByKeys(parts, keysOf('unknown')),
  ]);
  const byKey = new Map<string, InboxItem>([
    ...approvals.map((item) => [item.approvalKey, item] as const),
    ...unknown.map((item) => [item.effectKey, item] as const),
  ]);
  const last = shown.at(-1);
  const more = found.length > page.limit && last !== undefined;
  return {
    // One that was decided between the two reads is left out.
    items: shown.flatMap(({ item }) => byKey.get(item) ?? []),
    nextCursor: more ? writeCursor({ at: last.cursor_at, id: last.item }) : null,
    waiting: { all: waiting.approval + waiting.unknown, ...waiting },
  };
}
