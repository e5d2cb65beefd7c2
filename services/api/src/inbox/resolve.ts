import type { EffectKey } from '@checkpoint/contracts';
import { asError, TerminalError } from '@checkpoint/contracts';
import type { Resolution, UnknownDecision } from '@checkpoint/contracts/api';
import { type ResolutionDecision, resolveUnknown } from '@checkpoint/journal';
import type pg from 'pg';
import { effectKind, noteWay } from '../store/inbox.ts';
import { inTransaction } from '../store/pool.ts';
import { instant } from '../store/statements.ts';
import type { Decider } from './decider.ts';
import { type SignalParts, signalDecisions } from './signals.ts';

/**
 * Stores a person's decision, then tells the run. Once this returns, the decision holds whatever fails afterwards.
 * Throws EFFECT_NOT_FOUND, EFFECT_NOT_UNKNOWN, or EFFECT_RESOLVED with who decided otherwise, and when.
 */
export async function resolveEffect(
  parts: SignalParts & { readonly db: pg.Pool },
  key: EffectKey,
  decision: UnknownDecision,
  { by, via }: Decider,
): Promise<Resolution> {
  const effect = await effectKind(parts.db, key);
  // A model call is in the journal too, but it is no effect: nobody decides about it.
  if (effect?.kind !== 'effect') {
    throw new TerminalError(
      'EFFECT_NOT_FOUND',
      `effectKey ${JSON.stringify(key)}: there is no such effect; GET /api/effects/unknown lists those that wait`,
      { effectKey: key },
    );
  }
  const stored = await inTransaction(parts.db, async (db) => {
    await noteWay(db, via);
    return await resolveUnknown(db, { key, decision: forJournal(decision), by });
  });
  await signalDecisions(parts, effect.runId).catch((thrown: unknown) =>
    parts.log.warn(
      { err: asError(thrown), run: effect.runId },
      'a decision is stored; the run is told of it later',
    ),
  );
  return {
    effectKey: key,
    first: stored.first,
    decision: stored.decision,
    decidedBy: stored.decidedBy,
    decidedAt: instant(stored.decidedAt),
    // A decision that is not the first is the same as the first, its reason included.
    reason: decision.kind === 'happened' ? null : (decision.reason ?? null),
  };
}

/** The same decision without fields that are there and hold nothing. */
function forJournal(decision: UnknownDecision): ResolutionDecision {
  switch (decision.kind) {
    case 'happened': {
      const { kind, providerRef, value } = decision;
      return { kind, providerRef, ...(value === undefined ? {} : { value }) };
    }
    case 'did_not_happen': {
      const { kind, reason } = decision;
      return { kind, ...(reason === undefined ? {} : { reason }) };
    }
    case 'give_up':
      return decision;
  }
}
