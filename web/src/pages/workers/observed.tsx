import { useEffect, useRef } from 'react';
import type { KillReport } from '../../api/types.ts';
import { plural } from '../../lib/text.ts';
import { absolute, clock, duration, millis } from '../../lib/time.ts';
import { Labelled } from '../../parts/sign.tsx';
import { heldSteps } from './held.ts';
import { HeldList } from './held-list.tsx';

/** What was observed after a kill, not what was asked for. */
export function Observed({ report }: { report: KillReport }) {
  const { observed } = report;
  const section = useRef<HTMLElement>(null);
  // The button that had the focus is gone; what it led to has it now, and is read aloud.
  useEffect(() => section.current?.focus(), []);
  const after = (at: string) => `${duration(millis(at) - millis(report.requestedAt))} after the signal`;
  return (
    <section aria-label="What was observed" ref={section} tabIndex={-1}>
      <Labelled meaning={observed.goneFromProcessTable ? 'done' : 'wrong'}>
        {observed.goneFromProcessTable ? 'The process is gone' : 'The process is still in the process table'}
      </Labelled>
      <dl className="facts">
        <dt>sent</dt>
        <dd title={absolute(report.requestedAt)}>
          {report.signal} to pid {report.pid} at {clock(report.requestedAt)}
        </dd>
        <dt>ended by</dt>
        <dd>{ending(observed)}</dd>
        <dt>process table</dt>
        <dd>{observed.goneAt === null ? 'not seen to leave' : `left ${after(observed.goneAt)}`}</dd>
        <dt>certificate</dt>
        <dd>
          {observed.certifiedAt === null ? 'not written yet' : `written ${after(observed.certifiedAt)}`}
        </dd>
        <dt>held</dt>
        <dd>{report.held.length === 0 ? 'nothing' : plural(heldSteps(report.held), 'step')}</dd>
      </dl>
      <HeldList held={report.held} />
    </section>
  );
}

function ending({ exitSignal, exitCode }: KillReport['observed']): string {
  if (exitSignal !== null) return `signal ${exitSignal}`;
  return exitCode === null ? 'not observed: it was no child of this API' : `exit code ${exitCode}`;
}
