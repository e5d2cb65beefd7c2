import { shortWorker } from '../../lib/text.ts';
import type { WorkerNames } from './workers.ts';

/** A worker by its letter in its colour and the tail of its id; the whole id on hover. */
export function WorkerBadge({ workerId, names }: { workerId: string; names: WorkerNames }) {
  const name = names.get(workerId);
  return (
    <span className="worker" title={workerId}>
      {name && <span className={`worker-letter hue-${name.hue}`}>{name.letter}</span>}
      <span className="mono">{shortWorker(workerId)}</span>
    </span>
  );
}
