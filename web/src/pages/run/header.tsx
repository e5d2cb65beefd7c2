import { Link } from 'wouter';
import type { RunDetail, StepView } from '../../api/types.ts';
import { useNow } from '../../lib/clock.ts';
import { count, plural, times, usd } from '../../lib/text.ts';
import { duration, millis } from '../../lib/time.ts';
import { connection } from '../../live/connection.ts';
import { Ago } from '../../parts/ago.tsx';
import { Copyable } from '../../parts/copy.tsx';
import { RUN_MEANING } from '../../parts/meanings.ts';
import { Labelled } from '../../parts/sign.tsx';
import { answerers } from './answerers.ts';
import { CancelRun } from './cancel.tsx';

/** Who the run is, how it stands, what it used, who answered. */
export function RunHeader({ run, steps }: { run: RunDetail; steps: readonly StepView[] | undefined }) {
  const isCancelling = run.status === 'running' && run.cancelRequestedAt !== null;
  return (
    <>
      <div className="page-head run-head">
        <h1>
          <Link href="/">Runs</Link> <span aria-hidden="true">/</span>{' '}
          <Copyable text={run.runId} what="run id" />
        </h1>
        <span data-status={run.status}>
          <Labelled meaning={RUN_MEANING[run.status]}>{isCancelling ? 'cancelling' : run.status}</Labelled>
        </span>
        {run.journal === 'off' && <span className="tag">journal off</span>}
        <span className="spring" />
        {run.temporalUrl && (
          <a href={run.temporalUrl} target="_blank" rel="noreferrer">
            Temporal’s view ↗
          </a>
        )}
        {run.traceUrl && (
          <a href={run.traceUrl} target="_blank" rel="noreferrer">
            Trace ↗
          </a>
        )}
        {run.status === 'running' && !isCancelling && <CancelRun run={run} />}
      </div>
      <p className="facts-line">
        <span>{run.agent}</span>
        {run.startedBy !== null && <span>by {run.startedBy}</span>}
        <span>
          started <Ago at={run.startedAt} />
        </span>
        <span>
          {run.endedAt === null ? 'going for' : 'took'} <Length run={run} />
        </span>
        <span>
          {count(run.usage.inputTokens)} tokens in, {count(run.usage.outputTokens)} out
        </span>
        <span>
          {usd(run.usage.costUsd)} of {usd(run.budgets.maxCostUsd)}
        </span>
        {steps && <Answered steps={steps} />}
      </p>
    </>
  );
}

function Length({ run }: { run: RunDetail }) {
  const nowMs = useNow() + connection.skewMs();
  return duration((run.endedAt === null ? nowMs : millis(run.endedAt)) - millis(run.startedAt));
}

function Answered({ steps }: { steps: readonly StepView[] }) {
  const { byModel, fallbacks, reprompts } = answerers(steps);
  return (
    <>
      {byModel.map(({ label, steps: answered }) => (
        <span key={label}>
          {label} answered {plural(answered, 'step')}
        </span>
      ))}
      {fallbacks > 0 && <Labelled meaning="person">fell back {times(fallbacks)}</Labelled>}
      {reprompts > 0 && <span>asked again {times(reprompts)}</span>}
    </>
  );
}
