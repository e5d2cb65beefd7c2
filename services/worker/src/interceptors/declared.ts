import { TerminalError } from '@checkpoint/contracts';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { toTemporalFailure } from '../activities/failures.ts';

/** What an activity may do: effects through the journal, or nothing that changes the outside world. */
export type Declaration = 'journaled' | 'read';

/**
 * Refuses every activity type that nobody declared, before it runs: an effect outside the journal would happen again
 * after a crash. The failure is final (TOOL_UNDECLARED), since no further attempt declares anything.
 */
export function declaredOnly(declared: ReadonlyMap<string, Declaration>): ActivityInterceptorsFactory {
  return ({ info: { activityType } }) => ({
    inbound: {
      async execute(input, next) {
        if (declared.has(activityType)) return await next(input);
        throw toTemporalFailure(
          new TerminalError(
            'TOOL_UNDECLARED',
            `activity ${activityType} is not declared: add it to the worker's declarations as 'journaled' or 'read'`,
            { activityType },
          ),
        );
      },
    },
  });
}
