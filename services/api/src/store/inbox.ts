import type { RunStatus } from '@checkpoint/contracts';
import type { Position } from '../paging.ts';
import type { EffectRow } from './effects.ts';
import { type Db, row, rows } from './statements.ts';

/** Kinds of items that wait for a person. */
export type ItemKind = 'unknown' | 'approval';

export interface UnknownRow extends EffectRow {
  since: Date;
  cursor_at: string;
  run_id: string;
  agent: string;
  run_status: RunStatus;
  args: string;
  args_cut: boolean;
}

export async function listUnknown(
  db: Db,
  page: {
    readonly after: Position | undefined;
    readonly limit: number;
    readonly maxArgsChars: number;
    /** Only these. */
    readonly keys?: readonly string[];
  },
): Promise<UnknownRow[]> {
  const { after, limit, maxArgsChars, keys = null } = page;
  return await rows(db, 'list-unknown', [after?.at ?? null, after?.id ?? null, limit, maxArgsChars, keys]);
}

export interface ItemRow {
  kind: ItemKind;
  /** The key of the effect, or of the call that waits to be allowed. */
  item: string;
  run_id: string;
  cursor_at: string;
}

/** What waits for a person, what waits longest first. */
export async function listInbox(
  db: Db,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<ItemRow[]> {
  return await rows<ItemRow & Record<string, unknown>>(db, 'list-inbox', [
    after?.at ?? null,
    after?.id ?? null,
    limit,
  ]);
}

/** How many items of each kind wait. */
export async function countInbox(db: Db): Promise<Record<ItemKind, number>> {
  return (await row<Record<ItemKind, number>>(db, 'count-inbox')) ?? { approval: 0, unknown: 0 };
}

/** Undefined when nothing was ever intended under this key. */
export async function effectKind(
  db: Db,
  key: string,
): Promise<{ kind: 'effect' | 'model'; runId: string } | undefined> {
  const found = await row<{ kind: 'effect' | 'model'; run_id: string }>(db, 'effect-kind', [key]);
  return found && { kind: found.kind, runId: found.run_id };
}

export interface ClaimedSignal {
  readonly id: string;
  readonly kind: ItemKind;
  readonly runId: string;
  readonly step: number;
  readonly toolUseId: string;
}

/** Takes signals to send; they are due again after `retrySeconds`, unless they are noted as sent before. */
export async function claimSignals(
  db: Db,
  claim: { readonly runId: string | undefined; readonly retrySeconds: number; readonly limit: number },
): Promise<ClaimedSignal[]> {
  const found = await rows<{
    id: string;
    kind: ItemKind;
    run_id: string;
    step: number;
    tool_use_id: string;
  }>(db, 'claim-signals', [claim.runId ?? null, claim.retrySeconds, claim.limit]);
  return found.map(({ id, kind, run_id, step, tool_use_id }) => ({
    id,
    kind,
    runId: run_id,
    step,
    toolUseId: tool_use_id,
  }));
}

export async function signalSent(
  db: Db,
  id: string,
  again: { readonly repeatSeconds: number; readonly maxSeconds: number },
): Promise<void> {
  await rows(db, 'signal-sent', [id, again.repeatSeconds, again.maxSeconds]);
}

/** Forgets the signals that nobody needs any more. */
export async function clearSignals(db: Db): Promise<void> {
  await rows(db, 'clear-signals');
}

/** For the audit of this transaction: how it is known who decides. */
export async function noteWay(db: Db, via: string): Promise<void> {
  await rows(db, 'decided-via', [via]);
}
