import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { runsQuery, workersQuery } from '../../api/queries.ts';
import { useRowKeys } from '../../keys/rows.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { useUrlPart } from '../../lib/url.ts';
import { useLiveOverview } from '../../live/use-live.ts';
import { Pager } from '../../parts/pager.tsx';
import { Labelled } from '../../parts/sign.tsx';
import { Shown } from '../../parts/states.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { AgentFilter, StatusFilter } from './filters.tsx';
import { StartDialog } from './start/dialog.tsx';
import { RunTable } from './table.tsx';
import { useRunFilter } from './use-run-filter.ts';

/** What is going on? */
export function RunsPage() {
  useTitle('Runs');
  useLiveOverview();
  const { filter, ...change } = useRunFilter();
  const [start, setStart] = useUrlPart('start');
  const runs = useQuery(runsQuery(filter));
  useRowKeys('run');
  useKeys('Runs', [{ keys: 'n', does: 'start a run', run: () => setStart('any') }]);
  return (
    <>
      <div className="page-head">
        <h1>Runs</h1>
        <StatusFilter counts={runs.data?.counts} chosen={filter.status} choose={change.setStatus} />
        <AgentFilter chosen={filter.agent} choose={change.setAgent} />
        <Button onClick={() => setStart('any')} title="n">
          Start a run
        </Button>
      </div>
      <NobodyWorks />
      <Shown query={runs} what="runs">
        {(list) => (
          <>
            <RunTable runs={list.runs} filtered={Boolean(filter.status ?? filter.agent)} />
            <Pager cursor={filter.cursor} next={list.nextCursor} go={change.setCursor} />
          </>
        )}
      </Shown>
      {start !== null && <StartDialog close={() => setStart(null)} />}
    </>
  );
}

/** Without a living worker every run stands still, and nothing else on the page would say so. */
function NobodyWorks() {
  const { data } = useQuery(workersQuery);
  if (data === undefined || data.workers.some((worker) => worker.state === 'live')) return null;
  return (
    <p className="notice">
      <Labelled meaning="person">No worker is alive: runs stand still until one starts.</Labelled>{' '}
      <a href="/workers">Workers</a>
    </p>
  );
}
