import { useQuery } from '@tanstack/react-query';
import { attemptsQuery } from '../../../api/queries.ts';
import type { AttemptView } from '../../../api/types.ts';
import { clock, duration, millis } from '../../../lib/time.ts';
import { attemptMeaning } from '../../../parts/meanings.ts';
import { Labelled } from '../../../parts/sign.tsx';
import { Empty, Shown } from '../../../parts/states.tsx';
import { type Column, VirtualTable } from '../../../parts/virtual-table.tsx';
import { attemptKey } from '../timeline/keys.ts';
import { WorkerBadge } from '../worker-badge.tsx';
import { StepLink } from './step-link.tsx';
import type { TabProps } from './tabs.tsx';

/** Every try of every activity, by one worker each. */
export function AttemptTable(props: TabProps) {
  const attempts = useQuery(attemptsQuery(props.run.runId));
  return (
    <Shown query={attempts} what="the attempts">
      {(list) =>
        list.attempts.length === 0 ? (
          <Empty title="No attempt yet">An attempt is written when a worker begins it.</Empty>
        ) : (
          <VirtualTable label="Attempts" rows={list.attempts} columns={columns(props)} keyOf={attemptKey} />
        )
      }
    </Shown>
  );
}

function columns({ names, openStep }: TabProps): readonly Column<AttemptView>[] {
  return [
    {
      name: 'step',
      width: 49,
      numeric: true,
      cell: ({ step }) => <StepLink step={step} open={openStep} />,
    },
    { name: 'work', width: 112, cell: ({ tool }) => <span className="mono">{tool}</span> },
    { name: 'attempt', width: 63, numeric: true, cell: ({ attempt }) => attempt },
    {
      name: 'worker',
      width: 112,
      cell: ({ workerId }) => <WorkerBadge workerId={workerId} names={names} />,
    },
    { name: 'started', width: 105, cell: ({ startedAt }) => clock(startedAt) },
    {
      name: 'took',
      width: 84,
      numeric: true,
      cell: ({ startedAt, endedAt }) => (endedAt ? duration(millis(endedAt) - millis(startedAt)) : '–'),
    },
    {
      name: 'outcome',
      width: 119,
      cell: ({ outcome }) => <Labelled meaning={attemptMeaning(outcome)}>{outcome ?? 'under way'}</Labelled>,
    },
    {
      name: 'worker died',
      width: 105,
      cell: ({ workerDiedAt }) => (workerDiedAt ? <span className="wrong">{clock(workerDiedAt)}</span> : '–'),
    },
    {
      name: 'error',
      width: 168,
      cell: ({ error }) => error && <span title={error.message}>{`${error.code}: ${error.message}`}</span>,
    },
  ];
}
