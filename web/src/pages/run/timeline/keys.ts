import type { AttemptView } from '../../../api/types.ts';

/** What tells one attempt from all others of its run. */
export function attemptKey(attempt: Pick<AttemptView, 'step' | 'activity' | 'attempt'>): string {
  return `${attempt.step}:${attempt.activity}:${attempt.attempt}`;
}
