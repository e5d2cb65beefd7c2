import type { Approval, ApprovalDecision } from '../../api/types.ts';
import type { Meaning } from '../sign.tsx';

export type DecisionKind = ApprovalDecision['kind'];
type Outcome = NonNullable<Approval['outcome']>['decision'];

/** What became of a question, in words. */
export const BECAME: Readonly<Record<Outcome, string>> = {
  approved: 'approved',
  edited: 'approved with changes',
  rejected: 'rejected',
  answered: 'answered in its place',
  expired: 'nobody decided in time',
  withdrawn: 'the run ended before',
};

export const OUTCOME_MEANING: Readonly<Record<Outcome, Meaning>> = {
  approved: 'done',
  edited: 'done',
  rejected: 'wrong',
  answered: 'done',
  expired: 'wrong',
  withdrawn: 'quiet',
};

/** What follows from a decision that was stored. */
export const FOLLOWS: Readonly<Record<Outcome, string>> = {
  approved: 'The tool is called with what was shown, and the run goes on.',
  edited: 'The tool is called with your arguments, and the model is told.',
  rejected: 'The tool is not called. The model hears the reason, and the run goes on.',
  answered: 'The tool is not called. The model is told your answer, and the run goes on.',
  expired: 'It counts as rejected: the tool is not called, and the run goes on.',
  withdrawn: 'The tool is not called.',
};

export const RISK_MEANING: Readonly<Record<Approval['risk'], Meaning>> = {
  low: 'quiet',
  medium: 'person',
  high: 'wrong',
};

/** Why a person is asked. */
export const ASKED_BECAUSE: Readonly<Record<Approval['rule'], string>> = {
  always: 'this tool always asks',
  predicate: 'these arguments need a person',
  predicate_failed: 'the rule of the tool failed, so it asks',
};

/** The button that stores a decision. */
export const TO_DO: Readonly<Record<DecisionKind, string>> = {
  approve: 'Approve',
  edit: 'Approve with changes',
  reject: 'Reject',
  answer: 'Answer',
};
