import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunDetail } from '../../api/types.ts';
import { count, plural, times } from '../../lib/text.ts';
import { Flag, Labelled } from '../../parts/sign.tsx';
import { TABS_ID } from './tabs/id.ts';

/** Can I trust it? One line; each number leads to the rows that it came from. */
export function Verdict({ run }: { run: RunDetail }) {
  const { applied, unknown, rejected } = run.effects;
  return (
    <section className="verdict" aria-label="Verdict">
      <To run={run} tab="conversation">
        {run.plannedSteps === null
          ? plural(run.step, 'step')
          : `${count(run.step)} of ${plural(run.plannedSteps, 'step')}`}
      </To>
      <To run={run} tab="effects">
        {plural(applied, 'effect')}
      </To>
      {unknown > 0 && (
        <To run={run} tab="effects">
          <Labelled meaning="person">{count(unknown)} unknown</Labelled>
        </To>
      )}
      {rejected > 0 && (
        <To run={run} tab="effects">
          <Labelled meaning="wrong">{count(rejected)} rejected</Labelled>
        </To>
      )}
      <To run={run} tab="effects">
        <WitnessDuplicates run={run} />
      </To>
      <To run={run} tab="effects">
        <span className={run.duplicates.journal > 0 ? 'wrong' : 'muted'}>
          {count(run.duplicates.journal)} (journal)
        </span>
      </To>
      <To run={run} tab="resumes">
        <Resumes run={run} />
      </To>
    </section>
  );
}

function To({ run, tab, children }: { run: RunDetail; tab: string; children: ReactNode }) {
  const show = () => document.getElementById(TABS_ID)?.scrollIntoView({ block: 'nearest' });
  return (
    <Link href={`/runs/${run.runId}?tab=${tab}`} onClick={show}>
      {children}
    </Link>
  );
}

function WitnessDuplicates({ run }: { run: RunDetail }) {
  const { witness } = run.duplicates;
  if (witness === null) {
    return <Labelled meaning="person">duplicates not known: the witness does not answer</Labelled>;
  }
  return (
    <Labelled meaning={witness.duplicates > 0 ? 'wrong' : 'done'}>
      duplicates {count(witness.duplicates)} (witness)
    </Labelled>
  );
}

function Resumes({ run }: { run: RunDetail }) {
  if (run.resumes === 0) return <>never interrupted</>;
  return (
    <span data-resumed="">
      <Flag /> resumed {times(run.resumes)}
      {run.slowestResumeSeconds !== null && `, slowest ${run.slowestResumeSeconds.toFixed(2)} s`}
    </span>
  );
}
