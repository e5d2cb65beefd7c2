import type { AttemptView } from '../../../api/types.ts';
import { clock, duration, millis } from '../../../lib/time.ts';
import { attemptMeaning } from '../../../parts/meanings.ts';
import { Labelled } from '../../../parts/sign.tsx';
import { attemptKey } from '../timeline/keys.ts';
import { WorkerBadge } from '../worker-badge.tsx';
import type { WorkerNames } from '../workers.ts';

/** Who tried what in this step. */
export function Attempts({ attempts, names }: { attempts: readonly AttemptView[]; names: WorkerNames }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Attempts of this step">
      <h3>Attempts</h3>
      <ul className="attempt-list">
        {attempts.map((attempt) => (
          <li key={attemptKey(attempt)}>
            <span className="mono">{attempt.tool}</span> {attempt.attempt}{' '}
            <WorkerBadge workerId={attempt.workerId} names={names} /> {clock(attempt.startedAt)}
            {attempt.endedAt && `, ${duration(millis(attempt.endedAt) - millis(attempt.startedAt))}`}{' '}
            <Labelled meaning={attemptMeaning(attempt.outcome)}>{attempt.outcome ?? 'under way'}</Labelled>
            {attempt.workerDiedAt && (
              <span className="wrong"> worker died {clock(attempt.workerDiedAt)}</span>
            )}
            {attempt.error && (
              <div className="wrong">
                {attempt.error.code}: {attempt.error.message}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
