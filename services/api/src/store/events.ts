import type { RunEvent } from '@checkpoint/contracts/api';
import type { Position } from '../events/position.ts';
import { type Db, instant, row, rows } from './statements.ts';

interface EventRow {
  xid: string;
  id: string;
  run_id: string | null;
  kind: RunEvent['kind'];
  step: number | null;
  activity: string | null;
  at: Date;
}

/** An event and where it stands in the order. */
export interface PlacedEvent {
  readonly position: Position;
  readonly event: RunEvent;
}

/** The position after everything that is visible now. */
export async function eventsHead(db: Db): Promise<Position> {
  const head = await row<{ xid: string }>(db, 'events-head');
  return { xid: BigInt(head?.xid ?? 0), id: 0n };
}

/** Events after a position, of one run or of all, oldest first, at most `limit`. */
export async function eventsAfter(
  db: Db,
  after: Position,
  limit: number,
  runId?: string,
): Promise<PlacedEvent[]> {
  const values = [String(after.xid), String(after.id), limit];
  const found =
    runId === undefined
      ? await rows<EventRow>(db, 'events-after', values)
      : await rows<EventRow>(db, 'events-of-run-after', [...values, runId]);
  return found.map(({ xid, id, run_id, kind, step, activity, at }) => ({
    position: { xid: BigInt(xid), id: BigInt(id) },
    event: { id: `${xid}-${id}`, kind, runId: run_id, step, activity, at: instant(at) },
  }));
}

export interface Pruned {
  readonly removed: number;
  /** Where to look on. */
  readonly lastId: string;
  /** False when what comes next is too young. */
  readonly more: boolean;
}

/** Removes old events among the next `rows` after an id. */
export async function pruneEvents(
  db: Db,
  look: { readonly afterId: string; readonly rows: number; readonly keptSeconds: number },
): Promise<Pruned> {
  const values = [look.afterId, look.rows, look.keptSeconds];
  const found = await row<{ removed: number; last_id: string | null; more: boolean | null }>(
    db,
    'prune-events',
    values,
  );
  return {
    removed: found?.removed ?? 0,
    lastId: found?.last_id ?? look.afterId,
    more: found?.more ?? false,
  };
}
