import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reportQuery } from '../../../api/queries.ts';
import type { RunReport } from '../../../api/types.ts';
import { count } from '../../../lib/text.ts';
import { Copyable } from '../../../parts/copy.tsx';
import { Labelled } from '../../../parts/sign.tsx';
import { Shown } from '../../../parts/states.tsx';
import type { TabProps } from './tabs.tsx';

/** What the run did, what it did not do, and what nobody can tell. */
export function Report({ run }: TabProps) {
  const report = useQuery(reportQuery(run.runId));
  return (
    <Shown query={report} what="the report">
      {(told) => (
        <div className="report">
          {run.status === 'running' && (
            <p className="muted">The run is still going: this is how it stands.</p>
          )}
          <p>
            <Labelled meaning="done">{count(told.done.length)} done</Labelled>{' '}
            <Labelled meaning="quiet">{count(told.undone.length)} not done</Labelled>{' '}
            <Labelled meaning={told.unknown.length > 0 ? 'person' : 'quiet'}>
              {count(told.unknown.length)} unknown
            </Labelled>
          </p>
          <Unknown rows={told.unknown} />
          <Undone rows={told.undone} />
          <Done rows={told.done} />
        </div>
      )}
    </Shown>
  );
}

function Part({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  );
}

function Unknown({ rows }: { rows: RunReport['unknown'] }) {
  if (rows.length === 0) return null;
  return (
    <Part title="Unknown: a person must look" isOpen>
      {rows.map((row) => (
        <li key={row.effectKey}>
          <span className="mono">{row.tool}</span> <Copyable text={row.effectKey} what="effect key" />{' '}
          {row.error}
        </li>
      ))}
    </Part>
  );
}

function Undone({ rows }: { rows: RunReport['undone'] }) {
  if (rows.length === 0) return null;
  return (
    <Part title="Not done" isOpen>
      {rows.map((row) => (
        <li key={`${row.step}:${row.toolUseId}`}>
          step {row.step} <span className="mono">{row.tool}</span> {row.why}
        </li>
      ))}
    </Part>
  );
}

function Done({ rows }: { rows: RunReport['done'] }) {
  if (rows.length === 0) return null;
  return (
    <Part title="Done" isOpen={false}>
      {rows.map((row) => (
        <li key={row.effectKey}>
          <span className="mono">{row.tool}</span> <Copyable text={row.effectKey} what="effect key" />{' '}
          <span className="muted">{row.providerRef}</span>
        </li>
      ))}
    </Part>
  );
}
