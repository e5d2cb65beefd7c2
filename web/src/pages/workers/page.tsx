import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { workersQuery } from '../../api/queries.ts';
import type { WorkerList, WorkerView } from '../../api/types.ts';
import { useRowKeys } from '../../keys/rows.ts';
import { useLiveOverview } from '../../live/use-live.ts';
import { Labelled } from '../../parts/sign.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { WorkerCard } from './card.tsx';
import { DeadWorkers } from './dead.tsx';
import { KillDialog } from './kill-dialog.tsx';

/** Who is alive? */
export function WorkersPage() {
  useTitle('Workers');
  useLiveOverview();
  useRowKeys('worker');
  const workers = useQuery(workersQuery);
  // A copy of the worker as it was when the button was pressed: its card leaves the page when it dies.
  const [chosen, setChosen] = useState<WorkerView | null>(null);
  return (
    <>
      <Shown query={workers} what="workers">
        {(list) => <Workers list={list} kill={setChosen} />}
      </Shown>
      {chosen && <KillDialog key={chosen.workerId} worker={chosen} close={() => setChosen(null)} />}
    </>
  );
}

function Workers({ list, kill }: { list: WorkerList; kill: (worker: WorkerView) => void }) {
  const standing = list.workers.filter((worker) => worker.state !== 'dead');
  const dead = list.workers.filter((worker) => worker.state === 'dead');
  return (
    <>
      <div className="page-head">
        <h1>Workers</h1>
        <Alive living={standing.filter((worker) => worker.state === 'live').length} desired={list.desired} />
      </div>
      {standing.length === 0 ? (
        <Empty title="No worker is running">
          Runs stand still and lose nothing. They go on from the step they are on when a worker starts.
        </Empty>
      ) : (
        <div className="cards">
          {standing.map((worker) => (
            <WorkerCard key={worker.workerId} worker={worker} kill={() => kill(worker)} />
          ))}
        </div>
      )}
      <h2>Died in the last day</h2>
      <DeadWorkers workers={dead} />
    </>
  );
}

function Alive({ living, desired }: { living: number; desired: number }) {
  const words = desired > 0 ? `${living} of ${desired} alive` : `${living} alive`;
  return <Labelled meaning={living === 0 || living < desired ? 'person' : 'done'}>{words}</Labelled>;
}
