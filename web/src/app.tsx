import { useQuery } from '@tanstack/react-query';
import { Route, Switch, useLocation } from 'wouter';
import { meQuery } from './api/queries.ts';
import { InboxPage } from './pages/inbox/page.tsx';
import { LoginPage } from './pages/login/page.tsx';
import { ResumePage } from './pages/resume/page.tsx';
import { RunPage } from './pages/run/page.tsx';
import { RunsPage } from './pages/runs/page.tsx';
import { WorkersPage } from './pages/workers/page.tsx';
import { Boundary } from './parts/boundary.tsx';
import { Empty } from './parts/states.tsx';
import { Frame } from './shell/frame.tsx';

/** The panel: one page an address, for whoever may see it. */
export function App() {
  const [path] = useLocation();
  const me = useQuery(meQuery);
  // Not before it is known: a page that asks for a token must not begin with ten refusals.
  if (me.isPending) return null;
  if (me.data?.authentication === 'on' && me.data.subject === null) return <LoginPage />;
  return (
    <Frame>
      <Boundary subject={path}>
        <Switch>
          <Route path="/" component={RunsPage} />
          <Route path="/runs/:runId">{({ runId }) => <RunPage key={runId} runId={runId} />}</Route>
          <Route path="/inbox" component={InboxPage} />
          <Route path="/workers" component={WorkersPage} />
          <Route path="/resume" component={ResumePage} />
          <Route>
            <Empty isPage title="There is no page at this address">
              The panel has <a href="/">runs</a>, an <a href="/inbox">inbox</a>,{' '}
              <a href="/workers">workers</a> and <a href="/resume">resumes</a>.
            </Empty>
          </Route>
        </Switch>
      </Boundary>
    </Frame>
  );
}
