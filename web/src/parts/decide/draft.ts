import type { EffectView, Json, RunStatus, UnknownDecision } from '../../api/types.ts';
import type { DecisionKind } from './words.ts';

/** What a person must see of an unknown outcome to decide about it. */
export interface Undecided extends Pick<EffectView, 'effectKey' | 'tool' | 'step' | 'epoch' | 'attempts'> {
  readonly runId: string;
  readonly runStatus: RunStatus;
  /** Undefined while they are being read. */
  readonly args: Json | undefined;
  readonly argsCut?: boolean;
  readonly witness: EffectView['witness'];
  readonly error: string | null;
}

/** A decision while it is being written. */
export interface Draft {
  readonly kind: DecisionKind | null;
  readonly providerRef: string;
  readonly reason: string;
}

export const EMPTY_DRAFT: Draft = { kind: null, providerRef: '', reason: '' };

/** The decision that a draft says, or null while nothing is chosen. */
export function decisionOf({ kind, providerRef, reason }: Draft): UnknownDecision | null {
  switch (kind) {
    case null:
      return null;
    case 'happened':
      return { kind, providerRef: providerRef.trim() };
    case 'did_not_happen':
      return reason.trim() === '' ? { kind } : { kind, reason: reason.trim() };
    case 'give_up':
      return { kind, reason: reason.trim() };
  }
}
