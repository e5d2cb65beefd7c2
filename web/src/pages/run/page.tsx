import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiError } from '../../api/http.ts';
import { attemptsQuery, runQuery, stepsQuery } from '../../api/queries.ts';
import type { RunDetail } from '../../api/types.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { useUrlPart } from '../../lib/url.ts';
import { useLiveRun } from '../../live/use-live.ts';
import { Empty, Shown } from '../../parts/states.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { DecideOnRun, Undecided } from './decide.tsx';
import { RunError } from './error.tsx';
import { RunHeader } from './header.tsx';
import { Holds } from './holds.tsx';
import { StepPanel } from './step/panel.tsx';
import { RunTabs } from './tabs/tabs.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { useStepInUrl } from './use-step.ts';
import { Verdict } from './verdict.tsx';
import { nameWorkers, type WorkerNames } from './workers.ts';

/** What did it do, what is it doing, can I trust it? */
export function RunPage({ runId }: { runId: string }) {
  const [, navigate] = useLocation();
  useKeys('Run', [{ keys: 'u', does: 'back to the runs', run: () => navigate('/') }]);
  const run = useQuery(runQuery(runId));
  useLiveRun(runId, run.data);
  useTitle(run.data ? `${run.data.status} ${runId}` : runId);
  if (run.data === undefined && run.error instanceof ApiError && run.error.problem.status === 404) {
    return (
      <Empty isPage title="There is no such run">
        <code>{runId}</code> is not in the journal. <Link href="/">All runs</Link>
      </Empty>
    );
  }
  return (
    <Shown query={run} what="the run">
      {(detail) => <Run run={detail} />}
    </Shown>
  );
}

function Run({ run }: { run: RunDetail }) {
  const steps = useQuery(stepsQuery(run.runId));
  const attempts = useQuery(attemptsQuery(run.runId));
  const [openStep, setOpenStep] = useStepInUrl();
  const [deciding, setDeciding] = useUrlPart('decide');
  const names: WorkerNames = nameWorkers(attempts.data?.attempts ?? []);
  return (
    <>
      <RunHeader run={run} steps={steps.data?.steps} />
      <Verdict run={run} />
      {run.error && <RunError error={run.error} />}
      <Undecided run={run} decide={setDeciding} />
      <Holds run={run} names={names} />
      <div className="timeline-place" style={{ '--rows': run.step } as CSSProperties}>
        <Shown query={steps} what="the steps">
          {(list) => (
            <Timeline
              run={run}
              steps={list.steps}
              attempts={attempts.data?.attempts ?? []}
              names={names}
              openStep={openStep}
              open={setOpenStep}
            />
          )}
        </Shown>
      </div>
      <RunTabs run={run} names={names} openStep={setOpenStep} decide={setDeciding} />
      {openStep !== null && (
        <StepPanel run={run} step={openStep} names={names} close={() => setOpenStep(null)} />
      )}
      <DecideOnRun run={run} effectKey={deciding} close={() => setDeciding(null)} />
    </>
  );
}
