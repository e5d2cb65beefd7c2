import { Button } from '@mantine/core';
import type { WorkerView } from '../../api/types.ts';
import { rowAttribute } from '../../keys/rows.ts';
import { useNow } from '../../lib/clock.ts';
import { plural, shortWorker } from '../../lib/text.ts';
import { ago, duration, millis } from '../../lib/time.ts';
import { connection } from '../../live/connection.ts';
import { Ago } from '../../parts/ago.tsx';
import { Copyable } from '../../parts/copy.tsx';
import { WORKER_MEANING } from '../../parts/meanings.ts';
import { Labelled } from '../../parts/sign.tsx';
import { heldSteps } from './held.ts';
import { HeldList } from './held-list.tsx';
import { PodEnd } from './pod-end.tsx';

/** One process: who it is, whether its lease runs, what it holds. */
export function WorkerCard({ worker, kill }: { worker: WorkerView; kill: () => void }) {
  const name = shortWorker(worker.workerId);
  return (
    <article className="card" aria-label={`worker ${name}`} data-worker={worker.workerId}>
      <header>
        <Labelled meaning={WORKER_MEANING[worker.state]}>{worker.state}</Labelled>
        <Copyable text={worker.workerId} short={name} what="worker id" />
        <Button
          variant="default"
          className="danger"
          onClick={kill}
          aria-label={`Kill worker ${name}`}
          {...rowAttribute}
        >
          Kill…
        </Button>
      </header>
      <dl className="facts">
        <dt>{worker.pod === null ? 'host' : 'pod'}</dt>
        <dd className="mono">{worker.pod?.name ?? worker.host}</dd>
        <dt>{worker.pod === null ? 'pid' : 'node'}</dt>
        <dd className="mono">{worker.pod === null ? (worker.pid ?? '–') : (worker.pod.node ?? '–')}</dd>
        <dt>build</dt>
        <dd className="mono">{worker.buildId}</dd>
        <dt>started</dt>
        <dd>
          <Ago at={worker.startedAt} />
        </dd>
        <dt>lease</dt>
        <dd>
          <Lease worker={worker} />
        </dd>
        <dt>session</dt>
        <dd>
          <Session since={worker.sessionSince} />
        </dd>
        <dt>holds</dt>
        <dd>{worker.holds.length === 0 ? 'nothing' : plural(heldSteps(worker.holds), 'step')}</dd>
      </dl>
      {worker.pod?.deletedAt != null && (
        <>
          <p className="person">Its pod is being deleted; the process still counts as alive.</p>
          <PodEnd pod={worker.pod} />
        </>
      )}
      <HeldList held={worker.holds} />
    </article>
  );
}

/** A closed session is how a death is noticed at once; without one only the end of the lease tells. */
function Session({ since }: { since: WorkerView['sessionSince'] }) {
  if (since === null) return <span className="person">none: its death would be noticed late</span>;
  return (
    <>
      connected since <Ago at={since} />
    </>
  );
}

function Lease({ worker }: { worker: WorkerView }) {
  const nowMs = useNow() + connection.skewMs();
  const leftMs = millis(worker.leaseUntil) - nowMs;
  const lastBeat = `last beat ${ago(millis(worker.beatAt), nowMs)}`;
  if (worker.state === 'live') return <>runs, {lastBeat}</>;
  return (
    <span className="person">
      ended {duration(-leftMs)} ago, no proof of death yet, {lastBeat}
    </span>
  );
}
