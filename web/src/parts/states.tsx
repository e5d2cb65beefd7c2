import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, Unreachable } from '../api/http.ts';
import { Labelled } from './sign.tsx';

/** Nothing to show, and why, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

/** Grey lines in the shape of what is being read; they appear only after a moment, so quick reads do not flicker. */
export function Reading({ what, lines = 6 }: { what: string; lines?: number }) {
  return (
    <div className="reading" role="status">
      <span className="hidden-text">reading {what}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <div key={line} className="reading-line" style={{ width: `${92 - ((line * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/** An error: as the API told it with each field it complains about, that nobody answered, or what was wrong here. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const told = words(error);
  return (
    <div className="failure" role="alert">
      <Labelled meaning="wrong">{told.title}</Labelled>
      <p>{told.detail}</p>
      {problem?.errors && (
        <ul>
          {problem.errors.map((each) => (
            <li key={`${each.field} ${each.message}`}>
              <code>{each.field}</code> {each.message}
            </li>
          ))}
        </ul>
      )}
      {(problem || retry) && (
        <p className="muted">
          {problem && <code>{problem.code}</code>}{' '}
          {retry && (
            <button type="button" className="plain" onClick={retry}>
              Read again
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function words(error: Error): { title: string; detail: string } {
  if (error instanceof ApiError) return error.problem;
  if (error instanceof Unreachable) {
    return {
      title: 'The API does not answer',
      detail: 'It may be starting. This page tries again by itself.',
    };
  }
  return { title: 'This cannot be sent', detail: error.message };
}

/** Shows what was read, however old (the header tells its age); before the first answer, that it is being read or why not. */
export function Shown<Data>(props: {
  query: UseQueryResult<Data>;
  what: string;
  children: (data: Data) => ReactNode;
}) {
  const { query, what, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <Reading what={what} />;
}
