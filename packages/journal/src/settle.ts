import {
  type Artifact,
  type Done,
  type EffectAttemptOutcome,
  type EffectState,
  RetryableError,
  type ToolOutput,
  UnknownOutcomeError,
} from '@checkpoint/contracts';
import { type Held, hold, storable } from './claims.ts';
import { IN_PROGRESS_RETRY_MS } from './limits.ts';
import type { Grant, Performance } from './performance.ts';
import { type Db, run } from './statements.ts';
import type { Performed, StoredOutcome } from './types.ts';

/** What an attempt, or a recovery, found out about the effect. */
export type Decision =
  | { readonly kind: 'applied'; readonly done: Done; readonly by: 'worker' | 'probe' }
  | { readonly kind: 'rejected'; readonly output: ToolOutput; readonly error: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** Move 4. Returns the outcome; throws UnknownOutcomeError for `unknown`, RetryableError EFFECT_FENCED when fenced. */
export async function settleAs(p: Performance, grant: Grant, decision: Decision): Promise<Performed> {
  const settled = await settle(p, grant, decision, p.pool);
  if (settled === undefined) throw await fenced(p, grant);
  await p.at('after_settle');
  if (decision.kind === 'unknown')
    throw new UnknownOutcomeError(p.key, decision.why, { tool: p.effect.tool });
  return settled;
}

/** Writes the outcome under the attempt's epoch. Undefined: a newer epoch has taken over, and nothing was written. */
export async function settle(
  p: Performance,
  grant: Grant,
  decision: Decision,
  db: Db,
): Promise<Performed | undefined> {
  const { state, outcome, stored, providerRef, error, resolvedBy } = columns(decision);
  const held = stored === null ? NOTHING : await hold(db, JSON.stringify(stored));
  const { rows } = await run<{ settled: boolean }>(
    db,
    'settle',
    [p.key, grant.epoch, state, held.inline, providerRef, error, outcome, resolvedBy, held.claim],
    stored === null ? [] : p.options.besideSettle?.(stored),
  );
  if (rows[0]?.settled !== true) return undefined;
  const { output, artifacts } = stored ?? { output: { ok: true, value: null } as ToolOutput, artifacts: [] };
  return { key: p.key, epoch: grant.epoch, output, artifacts, providerRef, fromJournal: false };
}

/** The error of an attempt that was fenced out: its outcome is on its attempt, and is not
 * reported to the run: a further attempt finds the outcome of the one that took over. */
export async function fenced(p: Performance, grant: Grant): Promise<RetryableError> {
  await run(p.pool, 'mark-fenced', [p.key, grant.epoch]);
  return new RetryableError(
    'EFFECT_FENCED',
    `${p.key}: epoch ${grant.epoch} was taken over`,
    IN_PROGRESS_RETRY_MS,
    {
      effectKey: p.key,
      epoch: grant.epoch,
    },
  );
}

const NOTHING: Held = { inline: null, claim: null };

interface Columns {
  readonly state: EffectState;
  readonly outcome: EffectAttemptOutcome;
  readonly stored: StoredOutcome | null;
  readonly providerRef: string | null;
  readonly error: string | null;
  readonly resolvedBy: string | null;
}

function columns(decision: Decision): Columns {
  const none: readonly Artifact[] = [];
  switch (decision.kind) {
    case 'applied':
      return {
        state: 'applied',
        outcome: decision.by === 'probe' ? 'probed' : 'applied',
        stored: storable({
          output: { ok: true, value: decision.done.value },
          artifacts: decision.done.artifacts ?? none,
        }),
        providerRef: decision.done.providerRef ?? null,
        error: null,
        resolvedBy: decision.by,
      };
    case 'rejected':
      return {
        state: 'rejected',
        outcome: 'rejected',
        stored: { output: decision.output, artifacts: none },
        providerRef: null,
        error: decision.error,
        resolvedBy: 'worker',
      };
    case 'unknown':
      return {
        state: 'unknown',
        outcome: 'unknown',
        stored: null,
        providerRef: null,
        error: decision.why,
        resolvedBy: null,
      };
  }
}
