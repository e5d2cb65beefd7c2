import { useMemo } from 'react';
import type { AttemptView, RunDetail, StepView } from '../../../api/types.ts';
import { useNow } from '../../../lib/clock.ts';
import { millis } from '../../../lib/time.ts';
import { useUrlPart } from '../../../lib/url.ts';
import { connection } from '../../../live/connection.ts';
import { Empty } from '../../../parts/states.tsx';
import type { WorkerNames } from '../workers.ts';
import { Legend } from './legend.tsx';
import { timelineRows } from './rows.ts';
import { StepList } from './step-list.tsx';

interface TimelineProps {
  readonly run: RunDetail;
  readonly steps: readonly StepView[];
  readonly attempts: readonly AttemptView[];
  readonly names: WorkerNames;
  readonly openStep: number | null;
  readonly open: (step: number | null) => void;
}

/** Above so many steps the axis fits what is in sight, since a step of a long run is thinner than a pixel. */
const WHOLE_RUN_UP_TO_STEPS = 80;

/** A row a step, a bar an attempt. */
export function Timeline({ run, steps, attempts, names, openStep, open }: TimelineProps) {
  const rows = useMemo(() => timelineRows(steps, attempts), [steps, attempts]);
  const tickMs = useNow() + connection.skewMs();
  const nowMs = run.endedAt === null ? tickMs : millis(run.endedAt);
  const [axis, setAxis] = useUrlPart('axis');
  const fits = axis ?? (rows.length > WHOLE_RUN_UP_TO_STEPS ? 'view' : 'run');
  return (
    <section className="timeline" aria-label="Timeline">
      <Legend names={names} fits={fits} setFits={setAxis} />
      {rows.length === 0 ? (
        <Empty
          title={run.status === 'running' ? 'The first step has not begun' : 'It ended before its first step'}
        >
          {run.status === 'running' && 'It begins as soon as a worker takes the run.'}
        </Empty>
      ) : (
        <StepList
          rows={rows}
          nowMs={nowMs}
          originMs={millis(run.startedAt)}
          isRunning={run.status === 'running'}
          fitsView={fits === 'view'}
          names={names}
          openStep={openStep}
          open={open}
        />
      )}
    </section>
  );
}
