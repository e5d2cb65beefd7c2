import type { ReactNode } from 'react';
import type { EffectView } from '../api/types.ts';
import { shortWorker } from '../lib/text.ts';
import { absolute, clock, duration, millis } from '../lib/time.ts';

interface AttemptsProps {
  readonly attempts: EffectView['attempts'];
  /** How the page names workers; by the tail of their ids when absent. */
  readonly worker?: (workerId: string) => ReactNode;
}

/** Who tried an effect under which epoch, and how that ended. */
export function EffectAttempts({ attempts, worker = plainWorker }: AttemptsProps) {
  return attempts.map((attempt) => (
    <div key={attempt.epoch} title={absolute(attempt.startedAt)}>
      epoch {attempt.epoch} {worker(attempt.workerId)} {clock(attempt.startedAt)}{' '}
      {attempt.outcome?.replaceAll('_', ' ') ?? 'under way'}
      {attempt.endedAt && ` after ${duration(millis(attempt.endedAt) - millis(attempt.startedAt))}`}
    </div>
  ));
}

function plainWorker(workerId: string): ReactNode {
  return (
    <span className="mono" title={workerId}>
      {shortWorker(workerId)}
    </span>
  );
}
