import type { EffectResolution, UnknownDecision } from '../../api/types.ts';

export type DecisionKind = UnknownDecision['kind'];

/** What a person said, in words. */
export const SAID: Readonly<Record<EffectResolution['decision'], string>> = {
  happened: 'it happened',
  did_not_happen: 'it did not happen',
  give_up: 'give up',
};

/** What follows from a decision that was stored. */
export const FOLLOWS: Readonly<Record<DecisionKind, string>> = {
  happened: 'It is not sent again. The run goes on with your reference.',
  did_not_happen: 'It is sent once more. The run goes on with what the receiver answers.',
  give_up: 'It is not sent again. The run goes on, and the model is told that it failed.',
};
