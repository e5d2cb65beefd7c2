import { Link } from 'wouter';
import type { RunSummary } from '../../api/types.ts';
import { rowAttribute } from '../../keys/rows.ts';
import { useNow } from '../../lib/clock.ts';
import { count, shortWorker, usd } from '../../lib/text.ts';
import { duration, millis } from '../../lib/time.ts';
import { connection } from '../../live/connection.ts';
import { Ago } from '../../parts/ago.tsx';
import { RUN_MEANING } from '../../parts/meanings.ts';
import { Flag, Labelled, Sign } from '../../parts/sign.tsx';
import { Empty } from '../../parts/states.tsx';

/** One line a run. The whole line is its link. */
export function RunTable({ runs, filtered }: { runs: readonly RunSummary[]; filtered: boolean }) {
  if (runs.length === 0) return <NoRuns filtered={filtered} />;
  return (
    <table className="grid runs">
      <thead>
        <tr>
          <th>status</th>
          <th>run</th>
          <th className="wide">agent</th>
          <th>step</th>
          <th className="numeric medium">effects</th>
          <th className="numeric">resumes</th>
          <th className="wide">worker</th>
          <th className="numeric wide">cost</th>
          <th className="numeric wide">took</th>
          <th className="numeric">started</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.runId} run={run} />
        ))}
      </tbody>
    </table>
  );
}

function RunRow({ run }: { run: RunSummary }) {
  const isCancelling = run.status === 'running' && run.cancelRequestedAt !== null;
  return (
    <tr>
      <td>
        {run.waiting > 0 && !isCancelling ? (
          <Labelled meaning="person">waits for a person</Labelled>
        ) : (
          <Labelled meaning={RUN_MEANING[run.status]}>{isCancelling ? 'cancelling' : run.status}</Labelled>
        )}
      </td>
      <td className="id">
        <Link className="row-link mono" href={`/runs/${run.runId}`} title={run.runId} {...rowAttribute}>
          {run.runId}
        </Link>
        {run.journal === 'off' && <span className="tag">journal off</span>}
      </td>
      <td className="wide">{run.agent}</td>
      <td>
        <Progress run={run} />
      </td>
      <td className="numeric medium">
        <EffectCount run={run} />
      </td>
      <td className="numeric">
        {run.resumes > 0 && <Flag />} {run.resumes === 0 ? '–' : count(run.resumes)}
      </td>
      <td className="wide mono">
        {run.workerId === null ? '–' : <span title={run.workerId}>{shortWorker(run.workerId)}</span>}
      </td>
      <td className="numeric wide">{usd(run.usage.costUsd)}</td>
      <td className="numeric wide">
        <Took run={run} />
      </td>
      <td className="numeric">
        <Ago at={run.startedAt} />
      </td>
    </tr>
  );
}

function Progress({ run }: { run: RunSummary }) {
  const planned = run.plannedSteps;
  return (
    <span className="progress">
      {run.step}
      {planned !== null && `/${planned}`}
      {planned !== null && (
        <span className={`progress-bar ${RUN_MEANING[run.status]}`} aria-hidden="true">
          <span style={{ width: `${Math.min(100, (100 * run.step) / planned)}%` }} />
        </span>
      )}
    </span>
  );
}

function EffectCount({ run }: { run: RunSummary }) {
  const { applied, rejected, unknown } = run.effects;
  return (
    <>
      {unknown > 0 && (
        <span className="person" title={`${unknown} unknown`}>
          <Sign meaning="person" />
          {unknown}{' '}
        </span>
      )}
      {rejected > 0 && (
        <span className="wrong" title={`${rejected} rejected`}>
          <Sign meaning="wrong" />
          {rejected}{' '}
        </span>
      )}
      <span title={`${applied} applied`}>{count(applied)}</span>
    </>
  );
}

function Took({ run }: { run: RunSummary }) {
  const nowMs = useNow() + connection.skewMs();
  return duration((run.endedAt === null ? nowMs : millis(run.endedAt)) - millis(run.startedAt));
}

function NoRuns({ filtered }: { filtered: boolean }) {
  if (filtered) return <Empty title="No run fits this filter">Choose “all” to see every run.</Empty>;
  return (
    <Empty title="No run yet">
      Start one with the button above or with <kbd>n</kbd>. It appears here at once.
    </Empty>
  );
}
