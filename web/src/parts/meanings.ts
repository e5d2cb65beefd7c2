import type { AttemptView, EffectView, RunStatus, StepView, WorkerView } from '../api/types.ts';
import type { Meaning } from './sign.tsx';

/** What each state means to a person on duty. */
export const RUN_MEANING: Readonly<Record<RunStatus, Meaning>> = {
  running: 'going',
  completed: 'done',
  failed: 'wrong',
  cancelled: 'quiet',
  terminated: 'wrong',
};

export const STEP_MEANING: Readonly<Record<StepView['status'], Meaning>> = {
  thinking: 'going',
  acting: 'going',
  done: 'done',
  failed: 'wrong',
};

export const EFFECT_MEANING: Readonly<Record<EffectView['state'], Meaning>> = {
  intended: 'going',
  applied: 'done',
  rejected: 'wrong',
  unknown: 'person',
};

export const WORKER_MEANING: Readonly<Record<WorkerView['state'], Meaning>> = {
  live: 'done',
  silent: 'person',
  dead: 'wrong',
};

/** An attempt without an outcome is still open. */
export function attemptMeaning(outcome: AttemptView['outcome']): Meaning {
  switch (outcome) {
    case null:
      return 'going';
    case 'completed':
    case 'from_journal':
      return 'done';
    case 'failed':
    case 'died':
      return 'wrong';
    case 'cancelled':
      return 'quiet';
    case 'parked':
      return 'person';
  }
}
