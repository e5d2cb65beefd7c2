import {
  EffectInProgress,
  EffectKeyReused,
  type EffectState,
  Epoch,
  effectKey,
  InvariantError,
  type Move,
  RetryableError,
  UnknownOutcomeError,
} from '@checkpoint/contracts';
import type pg from 'pg';
import { checkArgs, hold, sha256Of } from './claims.ts';
import type { Lease } from './lease.ts';
import { IN_PROGRESS_RETRY_MS, INTEND_RACES, SEND_TIMEOUT_MS, STOPPED_RETRY_MS } from './limits.ts';
import { atOrClose, type Grant, leaseLost, type Performance, type Permit } from './performance.ts';
import { recover } from './recover.ts';
import { sendAndSettle } from './send.ts';
import { settleAs } from './settle.ts';
import { run } from './statements.ts';
import type { Journal, MoveHook, Performed, StoredOutcome } from './types.ts';

export interface JournalOptions {
  /** Its size bounds the effects that intend or settle at once; a tool that runs holds no connection. */
  readonly pool: pg.Pool;
  readonly lease: Lease;
  readonly atMove?: MoveHook;
  readonly monotonicMs?: () => number;
}

interface IntendRow {
  readonly fresh: boolean;
  readonly lease_held: boolean;
  readonly stopped: boolean;
  readonly state: EffectState | null;
  readonly epoch: number | null;
  readonly worker_id: string | null;
  readonly args_sha256: string | null;
  readonly result: StoredOutcome | null;
  readonly provider_ref: string | null;
  readonly error: string | null;
  readonly orphaned: boolean | null;
}

/** The effect journal: four moves, each one statement or one transaction (DESIGN §4). */
export function createJournal(options: JournalOptions): Journal {
  const { pool, lease, atMove, monotonicMs = () => performance.now() } = options;
  const inFlight = new Set<string>();

  return {
    inFlight,
    async perform(effect, tool, performOptions = {}) {
      const key = effectKey(effect);
      // An earlier attempt of this process may still run, for example after its activity timed out.
      if (inFlight.has(key)) throw new EffectInProgress(key, lease.workerId, IN_PROGRESS_RETRY_MS);
      inFlight.add(key);
      try {
        const at = async (move: Move): Promise<void> => await atMove?.(move, { effect, key });
        return await perform({ pool, lease, key, effect, tool, options: performOptions, at, monotonicMs });
      } finally {
        inFlight.delete(key);
      }
    },
  };
}

async function perform(p: Performance): Promise<Performed> {
  await p.at('before_intend');
  const begun = p.monotonicMs();
  const permit: Permit = { lost: p.lease.lost, sendBefore: begun + (p.tool.timeoutMs ?? SEND_TIMEOUT_MS) };
  const row = await intend(p);
  const stored = storedOutcome(p, row);
  if (stored !== undefined) return stored;
  if (row.fresh) {
    const grant: Grant = { epoch: Epoch.parse(1), bytes: p.effect.args };
    await atOrClose(p, grant, 'after_intend', 'deferred');
    return await sendAndSettle(p, grant, permit);
  }
  const grant = await takeOver(p, row);
  await atOrClose(p, grant, 'takeover', 'deferred');
  const decision = grant.mayHaveSent ? await recover(p, grant, permit) : ({ kind: 'send' } as const);
  if (decision.kind === 'send') return await sendAndSettle(p, grant, permit);
  return await settleAs(p, grant, decision);
}

/** Move 1. Throws for everything that stands in the way; a returned row is fresh, settled, or an orphaned intent. */
async function intend(p: Performance): Promise<IntendRow> {
  checkArgs(p.key, p.effect.args);
  const sha256 = sha256Of(p.effect.args);
  const held = await hold(p.pool, p.effect.shownArgs ?? p.effect.args);
  if (held.claim !== null) await p.at('claim');
  for (let race = 0; race < INTEND_RACES; race += 1) {
    const { rows } = await run<IntendRow>(
      p.pool,
      'intend',
      [
        p.key,
        p.effect.runId,
        p.effect.step,
        p.effect.toolUseId,
        p.effect.kind ?? 'effect',
        p.effect.tool,
        p.tool.delivery,
        held.inline,
        sha256,
        p.lease.workerId,
        p.effect.attempt,
        p.tool.timeoutMs ?? SEND_TIMEOUT_MS,
        held.claim,
      ],
      // The attempt is noted once, not again for every look at a race.
      race === 0 ? p.options.besideIntend : [],
    );
    const row = rows[0];
    if (row === undefined) throw new InvariantError(`intend of ${p.key} returned no row`);
    if (row.fresh || row.state !== null) return checked(p, row, sha256);
    if (row.stopped) throw stopped(p);
    if (!row.lease_held) throw leaseLost(p);
  }
  throw new EffectInProgress(p.key, 'another worker', IN_PROGRESS_RETRY_MS);
}

/** Retryable: the caller's own cancellation follows, and ends the run as cancelled rather than as failed. */
function stopped(p: Performance): RetryableError {
  const text = `run ${p.effect.runId} was cancelled: ${p.key} is not begun`;
  return new RetryableError('RUN_STOPPED', text, STOPPED_RETRY_MS, { effectKey: p.key });
}

function checked(p: Performance, row: IntendRow, sha256: string): IntendRow {
  if (!row.fresh && row.args_sha256 !== sha256)
    throw new EffectKeyReused(p.key, row.args_sha256 ?? '', sha256);
  return row;
}

function storedOutcome(p: Performance, row: IntendRow): Performed | undefined {
  if (row.fresh) return undefined;
  switch (row.state) {
    case 'applied':
    case 'rejected': {
      if (row.result === null) throw new InvariantError(`effect ${p.key} is ${row.state} and has no result`);
      return {
        key: p.key,
        epoch: Epoch.parse(row.epoch),
        output: row.result.output,
        artifacts: row.result.artifacts ?? [],
        providerRef: row.provider_ref,
        fromJournal: true,
      };
    }
    case 'unknown':
      throw new UnknownOutcomeError(p.key, row.error ?? 'nothing says whether it happened', {
        tool: p.effect.tool,
      });
    case 'intended':
      // This worker's own intent, with nobody performing it, is orphaned too: its settle did not get through.
      if (row.orphaned === true || row.worker_id === p.lease.workerId) return undefined;
      throw new EffectInProgress(p.key, row.worker_id ?? '', IN_PROGRESS_RETRY_MS);
    case null:
      throw new InvariantError(`effect ${p.key} has no state`);
  }
}

/** Raises the epoch of an orphaned intent and makes this worker its owner. Throws EffectInProgress if another won. */
async function takeOver(p: Performance, row: IntendRow): Promise<Grant & { readonly mayHaveSent: boolean }> {
  if (row.worker_id === p.lease.workerId) await closeOwnAttempt(p, row.epoch);
  const { rows } = await run<{
    epoch: number;
    may_have_sent: boolean;
    ms_since_landed: number | null;
    ms_since_first_send: number | null;
  }>(p.pool, 'takeover', [
    p.key,
    row.epoch,
    p.lease.workerId,
    p.effect.attempt,
    p.tool.timeoutMs ?? SEND_TIMEOUT_MS,
  ]);
  const taken = rows[0];
  if (taken === undefined) throw new EffectInProgress(p.key, 'another worker', IN_PROGRESS_RETRY_MS);
  return {
    epoch: Epoch.parse(taken.epoch),
    // Equal to the stored bytes: their hash was compared when the intent was read.
    bytes: p.effect.args,
    takenAt: p.monotonicMs(),
    mayHaveSent: taken.may_have_sent,
    msSinceLanded: taken.ms_since_landed ?? 0,
    msSinceFirstSend: taken.ms_since_first_send ?? 0,
  };
}

/** An attempt of this very process that ended without telling the journal: its outcome is ambiguous, not failed. */
async function closeOwnAttempt(p: Performance, epoch: number | null): Promise<void> {
  await run(p.pool, 'close-attempt', [
    p.key,
    epoch,
    'ambiguous',
    'the attempt ended and could not record its outcome',
  ]);
}
