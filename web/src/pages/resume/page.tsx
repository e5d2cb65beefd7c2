import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { allResumesQuery } from '../../api/queries.ts';
import type { AllResumes } from '../../api/types.ts';
import { useRowKeys } from '../../keys/rows.ts';
import { useUrlPart } from '../../lib/url.ts';
import { useLiveOverview } from '../../live/use-live.ts';
import { Boundary } from '../../parts/boundary.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Reading, Shown } from '../../parts/states.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { Figures } from './figures.tsx';
import { ResumeTable } from './table.tsx';

/** The chart library is larger than the rest of the panel: only who opens this page loads it. */
const Charts = lazy(() => import('./charts.tsx'));

/** How fast do we come back? */
export function ResumePage() {
  useTitle('Resume');
  useLiveOverview();
  useRowKeys('resume');
  const [cursor, setCursor] = useUrlPart('cursor');
  const resumes = useQuery(allResumesQuery(cursor ?? undefined));
  return (
    <>
      <div className="page-head">
        <h1>Resume</h1>
        {resumes.data && <Figures distribution={resumes.data.distribution} />}
      </div>
      <Shown query={resumes} what="the resumes">
        {(list) => (
          <>
            <Resumes list={list} />
            <Pager cursor={cursor ?? undefined} next={list.nextCursor} go={setCursor} />
          </>
        )}
      </Shown>
    </>
  );
}

function Resumes({ list }: { list: AllResumes }) {
  if (list.resumes.length === 0) {
    return (
      <Empty title="No worker has died while it held work">
        Kill one on the <a href="/workers">workers page</a> while a run is going: how long the run stood still
        appears here.
      </Empty>
    );
  }
  return (
    <>
      <Boundary subject="charts">
        <Suspense fallback={<Reading what="the charts" />}>
          <Charts list={list} />
        </Suspense>
      </Boundary>
      <ResumeTable resumes={list.resumes} />
    </>
  );
}
