import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { holdsQuery } from '../../api/queries.ts';
import type { RunDetail } from '../../api/types.ts';
import { Labelled } from '../../parts/sign.tsx';
import { WorkerBadge } from './worker-badge.tsx';
import type { WorkerNames } from './workers.ts';

/** Attempts that wait inside a move for a kill. Only runs that asked for faults have any. */
export function Holds({ run, names }: { run: RunDetail; names: WorkerNames }) {
  const isAsked = run.status === 'running' && run.faults.some((fault) => fault.kind === 'hold');
  const { data } = useQuery({ ...holdsQuery(run.runId), enabled: isAsked });
  const alive = (data?.holds ?? []).filter((hold) => !names.get(hold.workerId)?.diedAt);
  if (!isAsked || alive.length === 0) return null;
  return (
    <ul className="notice">
      {alive.map((hold) => (
        <li key={`${hold.step}:${hold.activity}:${hold.move}`}>
          <Labelled meaning="person">
            step {hold.step} {hold.tool} is held at {hold.move}
          </Labelled>{' '}
          on <WorkerBadge workerId={hold.workerId} names={names} />, and waits for{' '}
          <Link href="/workers">a kill</Link>
        </li>
      ))}
    </ul>
  );
}
