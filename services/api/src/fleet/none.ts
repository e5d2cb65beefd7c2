import { TerminalError } from '@checkpoint/contracts';
import type { Fleet } from './types.ts';

/** No fleet: workers are started and stopped by somebody else. */
export function createNoFleet(): Fleet {
  return {
    kind: 'none',
    desired: 0,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    kill: (workerId) =>
      Promise.reject(
        new TerminalError(
          'FLEET_ABSENT',
          `worker ${workerId}: this API runs no fleet; kill the process where it runs, or set CHECKPOINT_FLEET=processes`,
        ),
      ),
    look: () => undefined,
    putDown: () => Promise.resolve(false),
  };
}
