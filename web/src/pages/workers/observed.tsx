import { useEffect, useRef } from 'react';
import type { KillReport } from '../../api/types.ts';
import { plural } from '../../lib/text.ts';
import { absolute, clock, duration, millis } from '../../lib/time.ts';
import { Labelled } from '../../parts/sign.tsx';
import { heldSteps } from './held.ts';
import { HeldList } from './held-list.tsx';
import { PodEnd } from './pod-end.tsx';

/** What was observed after a kill, not what was asked for. */
export function Observed({ report }: { report: KillReport }) {
  const { observed } = report;
  const { pod } = observed;
  const section = useRef<HTMLElement>(null);
  // The button that had the focus is gone; what it led to has it now, and is read aloud.
  useEffect(() => section.current?.focus(), []);
  return (
    <section aria-label="What was observed" ref={section} tabIndex={-1}>
      <Labelled meaning={observed.gone ? 'done' : 'wrong'}>
        {observed.gone ? 'The process is gone' : 'The process still seemed to live after the wait'}
      </Labelled>
      <dl className="facts">
        <dt>{pod === null ? 'sent' : 'asked'}</dt>
        <dd title={absolute(report.requestedAt)}>
          {pod === null ? `SIGKILL to pid ${report.pid}` : `to delete pod ${pod.name} with grace 0`} at{' '}
          {clock(report.requestedAt)}
        </dd>
        {pod === null && (
          <>
            <dt>ended by</dt>
            <dd>{ending(observed)}</dd>
          </>
        )}
        <dt>{pod === null ? 'process table' : 'process'}</dt>
        <dd>
          {observed.goneAt === null
            ? 'not seen to end'
            : `${pod === null ? 'left' : 'ended'} ${after(report, observed.goneAt)}`}
        </dd>
        <dt>certificate</dt>
        <dd>
          {observed.certifiedAt === null
            ? 'not written yet'
            : `written ${after(report, observed.certifiedAt)}`}
        </dd>
        <dt>held</dt>
        <dd>{report.held.length === 0 ? 'nothing' : plural(heldSteps(report.held), 'step')}</dd>
      </dl>
      {pod !== null && <PodEnd pod={pod} />}
      <HeldList held={report.held} />
    </section>
  );
}

function after(report: KillReport, at: string): string {
  const since = report.action === 'sigkill' ? 'signal' : 'request';
  return `${duration(millis(at) - millis(report.requestedAt))} after the ${since}`;
}

function ending({ exitSignal, exitCode }: KillReport['observed']): string {
  if (exitSignal !== null) return `signal ${exitSignal}`;
  return exitCode === null ? 'not observed: it was no child of this API' : `exit code ${exitCode}`;
}
