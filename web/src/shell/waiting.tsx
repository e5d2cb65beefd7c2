import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '../api/queries.ts';
import { count } from '../lib/text.ts';

/** How many things wait for a person; nothing while none does. */
export function Waiting() {
  const { data } = useQuery(waitingQuery);
  if (!data) return null;
  return (
    <span className="badge">
      {count(data)}
      <span className="hidden-text"> waiting</span>
    </span>
  );
}
