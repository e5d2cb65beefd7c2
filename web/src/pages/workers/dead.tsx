import type { WorkerView } from '../../api/types.ts';
import { shortWorker } from '../../lib/text.ts';
import { duration, millis } from '../../lib/time.ts';
import { Ago } from '../../parts/ago.tsx';
import { Copyable } from '../../parts/copy.tsx';
import { PodEnd } from './pod-end.tsx';

/** What a certificate rests on, in words. */
const EVIDENCE: Readonly<Record<NonNullable<WorkerView['death']>['evidence'], string>> = {
  exit: 'its exit was seen',
  stream_closed: 'its session closed and its container ended',
  port_closed: 'its session closed and its pod refused its port',
  pod_deleted: 'its session closed and its pod was being deleted',
  lease_ended: 'its lease ended',
  stopped: 'it stopped in order',
};

/** The dead of the last day and on what evidence. */
export function DeadWorkers({ workers }: { workers: readonly WorkerView[] }) {
  if (workers.length === 0) return <p className="muted">None.</p>;
  return (
    <table className="grid">
      <thead>
        <tr>
          <th>worker</th>
          <th className="numeric wide">pid</th>
          <th className="wide">build</th>
          <th className="numeric">died</th>
          <th>evidence</th>
          <th className="numeric wide">noticed</th>
          <th className="numeric wide">lived</th>
        </tr>
      </thead>
      <tbody>
        {workers.map((worker) => (
          <DeadRow key={worker.workerId} worker={worker} />
        ))}
      </tbody>
    </table>
  );
}

function DeadRow({ worker }: { worker: WorkerView }) {
  const { death } = worker;
  if (death === null) return null;
  const diedMs = millis(death.diedAt);
  return (
    <tr>
      <td>
        <Copyable text={worker.workerId} short={shortWorker(worker.workerId)} what="worker id" />
        {worker.pod && (
          <div className="mono muted">
            {worker.pod.name}
            {worker.pod.node !== null && ` on ${worker.pod.node}`}
          </div>
        )}
      </td>
      <td className="numeric wide">{worker.pid ?? '–'}</td>
      <td className="mono wide">{worker.buildId}</td>
      <td className="numeric">
        <Ago at={death.diedAt} />
      </td>
      <td>
        {EVIDENCE[death.evidence]}
        {worker.pod === null ? <Detail detail={death.detail} /> : <PodEnd pod={worker.pod} />}
      </td>
      <td className="numeric wide">{duration(millis(death.issuedAt) - diedMs)} later</td>
      <td className="numeric wide">{duration(diedMs - millis(worker.startedAt))}</td>
    </tr>
  );
}

function Detail({ detail }: { detail: Readonly<Record<string, unknown>> }) {
  const parts = Object.entries(detail).filter(([, value]) => value !== null && typeof value !== 'object');
  if (parts.length === 0) return null;
  return (
    <span className="muted"> ({parts.map(([name, value]) => `${name} ${String(value)}`).join(', ')})</span>
  );
}
