import { useQuery } from '@tanstack/react-query';
import { resumesQuery } from '../../../api/queries.ts';
import type { ResumeView } from '../../../api/types.ts';
import { clock, duration, millis } from '../../../lib/time.ts';
import { Empty, Shown } from '../../../parts/states.tsx';
import { type Column, VirtualTable } from '../../../parts/virtual-table.tsx';
import { WorkerBadge } from '../worker-badge.tsx';
import { StepLink } from './step-link.tsx';
import type { TabProps } from './tabs.tsx';

/** Each piece of work that a death interrupted and another worker took up, and how long that took. */
export function Resumes(props: TabProps) {
  const resumes = useQuery(resumesQuery(props.run.runId));
  return (
    <Shown query={resumes} what="the resumes">
      {(list) =>
        list.resumes.length === 0 ? (
          <Empty title="No worker has died on this run">Kill one on the workers page to see it go on.</Empty>
        ) : (
          <VirtualTable
            label="Resumes"
            rows={list.resumes}
            columns={columns(props)}
            keyOf={({ step, activity, attempt }) => `${step}:${activity}:${attempt}`}
          />
        )
      }
    </Shown>
  );
}

function columns({ names, openStep }: TabProps): readonly Column<ResumeView>[] {
  const after = (from: string, to: string) => `${duration(millis(to) - millis(from))} later`;
  return [
    {
      name: 'step',
      width: 49,
      numeric: true,
      cell: ({ step }) => <StepLink step={step} open={openStep} />,
    },
    { name: 'work', width: 112, cell: ({ tool }) => <span className="mono">{tool}</span> },
    { name: 'attempt', width: 63, numeric: true, cell: ({ attempt }) => attempt },
    { name: 'from', width: 112, cell: (row) => <WorkerBadge workerId={row.fromWorkerId} names={names} /> },
    { name: 'to', width: 112, cell: (row) => <WorkerBadge workerId={row.toWorkerId} names={names} /> },
    { name: 'died', width: 105, cell: ({ diedAt }) => clock(diedAt) },
    { name: 'noticed', width: 112, cell: ({ diedAt, noticedAt }) => after(diedAt, noticedAt) },
    { name: 'resumed', width: 112, cell: ({ diedAt, resumedAt }) => after(diedAt, resumedAt) },
    { name: 'evidence', width: 112, cell: ({ evidence }) => evidence },
    {
      name: 'latency',
      width: 84,
      numeric: true,
      cell: ({ latencySeconds }) => <b>{latencySeconds.toFixed(3)} s</b>,
    },
  ];
}
