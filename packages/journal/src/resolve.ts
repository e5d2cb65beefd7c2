import { type Json, TerminalError, type ToolOutput } from '@checkpoint/contracts';
import { type Db, run } from './statements.ts';

/** What a person can say about an effect whose outcome is unknown. */
export type ResolutionDecision =
  | { readonly kind: 'happened'; readonly providerRef: string; readonly value?: Json }
  /** It did not happen: the next attempt sends, under a higher epoch. */
  | { readonly kind: 'did_not_happen'; readonly reason?: string }
  /** Nobody will find out, or it no longer matters: the model is told that the effect failed. */
  | { readonly kind: 'give_up'; readonly reason: string };

export interface Resolution {
  /** False when the same decision by the same person had been stored before. */
  readonly first: boolean;
  readonly decision: ResolutionDecision['kind'];
  readonly decidedBy: string;
  readonly decidedAt: Date;
}

interface Row {
  readonly decision: ResolutionDecision['kind'];
  readonly decided_by: string;
  readonly reason: string | null;
  readonly provider_ref: string | null;
  readonly decided_at: Date;
}

/**
 * Stores a person's decision about an unknown outcome. The first decision wins; the same one again changes nothing and
 * returns the first. Throws TerminalError EFFECT_NOT_FOUND, EFFECT_NOT_UNKNOWN (nothing to decide), or EFFECT_RESOLVED
 * with who decided otherwise, and when.
 */
export async function resolveUnknown(
  db: Db,
  resolution: { readonly key: string; readonly decision: ResolutionDecision; readonly by: string },
): Promise<Resolution> {
  const { key, decision, by } = resolution;
  const reason = decision.kind === 'happened' ? null : (decision.reason ?? null);
  const providerRef = decision.kind === 'happened' ? decision.providerRef : null;
  const stored = outcomeOf(decision, by);
  const result = stored === null ? null : JSON.stringify({ output: stored, artifacts: [] });
  const { rows } = await run<Row>(db, 'resolve', [key, decision.kind, by, reason, providerRef, result]);
  const row = rows[0];
  if (row !== undefined) return asResolution(row, true);
  const last = (await run<Row & { state: string }>(db, 'last-resolution', [key])).rows[0];
  if (last === undefined)
    throw new TerminalError('EFFECT_NOT_FOUND', `there is no effect ${key}`, { effectKey: key });
  if (last.decision === null) {
    throw new TerminalError(
      'EFFECT_NOT_UNKNOWN',
      `effect ${key} is ${last.state}: there is nothing to decide`,
      {
        effectKey: key,
        state: last.state,
      },
    );
  }
  const same = last.decision === decision.kind && last.decided_by === by && last.provider_ref === providerRef;
  if (same && last.reason === reason) return asResolution(last, false);
  throw new TerminalError(
    'EFFECT_RESOLVED',
    `effect ${key} was decided by ${last.decided_by} at ${last.decided_at.toISOString()}: ${last.decision}`,
    {
      effectKey: key,
      decision: last.decision,
      decidedBy: last.decided_by,
      decidedAt: last.decided_at.toISOString(),
    },
  );
}

function asResolution(row: Row, first: boolean): Resolution {
  return { first, decision: row.decision, decidedBy: row.decided_by, decidedAt: row.decided_at };
}

/** What the model is told. */
function outcomeOf(decision: ResolutionDecision, by: string): ToolOutput | null {
  switch (decision.kind) {
    case 'happened':
      return { ok: true, value: decision.value ?? { providerRef: decision.providerRef, confirmedBy: by } };
    case 'give_up':
      return { ok: false, error: { code: 'GIVEN_UP', message: decision.reason } };
    case 'did_not_happen':
      return null;
  }
}
