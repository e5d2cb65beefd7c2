import { type Json, shownFields } from '@checkpoint/contracts';
import type { UnknownEffect, UnknownEffectList } from '@checkpoint/contracts/api';
import pLimit from 'p-limit';
import { type Position, writeCursor } from '../paging.ts';
import { countsOf } from '../runs/effects.ts';
import { toEffect } from '../store/effects.ts';
import { countInbox, listUnknown, type UnknownRow } from '../store/inbox.ts';
import { type Db, instant } from '../store/statements.ts';
import type { Witness } from '../witness.ts';
import { MAX_ARGS_CHARS, WITNESS_CONCURRENCY } from './limits.ts';

interface Parts {
  readonly pool: Db;
  readonly witness: Witness;
}

/** Those with these keys, each with what the witness recorded under its key. */
export async function unknownByKeys(
  { pool, witness }: Parts,
  keys: readonly string[],
): Promise<UnknownEffect[]> {
  if (keys.length === 0) return [];
  const page = { after: undefined, limit: keys.length, maxArgsChars: MAX_ARGS_CHARS, keys };
  return await toItems(witness, await listUnknown(pool, page));
}

/** A page of unknown outcomes, those that wait longest first, each with what the witness recorded under its key. */
export async function listUnknownEffects(
  { pool, witness }: Parts,
  page: { readonly after: Position | undefined; readonly limit: number },
): Promise<UnknownEffectList> {
  const [found, waiting] = await Promise.all([
    listUnknown(pool, { ...page, limit: page.limit + 1, maxArgsChars: MAX_ARGS_CHARS }),
    countInbox(pool),
  ]);
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  const more = found.length > page.limit && last !== undefined;
  return {
    items: await toItems(witness, shown),
    nextCursor: more ? writeCursor({ at: last.cursor_at, id: last.key }) : null,
    waiting: waiting.unknown,
  };
}

async function toItems(witness: Witness, found: readonly UnknownRow[]): Promise<UnknownEffect[]> {
  const countOf = await witnessed(witness, [...new Set(found.map((row) => row.run_id))]);
  return found.map((row) => toItem(row, countOf(row.run_id, row.key)));
}

function toItem(row: UnknownRow, witness: UnknownEffect['witness']): UnknownEffect {
  return {
    ...toEffect(row),
    kind: 'unknown',
    runId: row.run_id,
    agent: row.agent,
    runStatus: row.run_status,
    args: row.args_cut ? row.args : readArgs(row.args),
    argsCut: row.args_cut,
    since: instant(row.since),
    witness,
  };
}

/** What was sent is the tool's own bytes: JSON as a rule, and else a text such as a mail. */
function readArgs(bytes: string): Json {
  try {
    return shownFields(JSON.parse(bytes) as Json);
  } catch {
    return bytes;
  }
}

type Counts = ReturnType<typeof countsOf>;

/** Asks the witness about each run. Once it gives no answer it is not asked on: a page must not wait for it 50 times. */
async function witnessed(
  witness: Witness,
  runIds: readonly string[],
): Promise<(runId: string, effectKey: string) => UnknownEffect['witness']> {
  const counts = new Map<string, Counts>();
  const limit = pLimit(WITNESS_CONCURRENCY);
  let away = false;
  const ask = async (runId: string): Promise<void> => {
    if (away) return;
    const keys = await witness.keys(runId);
    away ||= keys === null;
    counts.set(runId, countsOf(keys));
  };
  await Promise.all(runIds.map((runId) => limit(() => ask(runId))));
  return (runId, effectKey) => counts.get(runId)?.(effectKey) ?? null;
}
