import type { ActivityOptions } from '@temporalio/workflow';

/**
 * No maximum of attempts: deaths of workers must not use up the tool's own tries, which the journal counts. Temporal
 * takes the class of an error for its type, so these are the journal's errors that no further attempt can mend.
 */
export const REFUND_OPTIONS: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '3 seconds',
  retry: {
    initialInterval: '500 milliseconds',
    maximumInterval: '10 seconds',
    nonRetryableErrorTypes: [
      'TerminalError',
      'EffectKeyReused',
      'InvariantError',
      'UnknownOutcomeError',
      'ZodError',
    ],
  },
};
