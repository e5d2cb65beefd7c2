import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, Unreachable } from '../api/http.ts';
import { Labelled } from './sign.tsx';

/** Nothing to show, and why, and what to do about it; `isPage` when the page is nothing else. */
export function Empty({
  title,
  children,
  isPage,
}: {
  title: string;
  children?: ReactNode;
  isPage?: boolean;
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="empty">
      <Title className="empty-title">{title}</Title>
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

interface FailureProps {
  readonly error: Error;
  readonly retry?: () => void;
  /** What went wrong, for an error that neither the API nor the connection explains. */
  readonly title?: string;
}

/** An error: as the API told it with each field it complains about, that nobody answered, or what was wrong here. */
export function Failure({ error, retry, title = 'This cannot be sent' }: FailureProps) {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const told = words(error, title);
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

function words(error: Error, title: string): { title: string; detail: string } {
  if (error instanceof ApiError) return error.problem;
  if (error instanceof Unreachable) {
    return {
      title: 'The API does not answer',
      detail: 'It may be starting. This page tries again by itself.',
    };
  }
  return { title, detail: error.message };
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
