import { Link } from 'wouter';
import type { HeldWork } from '../../api/types.ts';

/** Work in a worker's hands, each a link to its step. */
export function HeldList({ held }: { held: readonly HeldWork[] }) {
  if (held.length === 0) return null;
  return (
    <ul className="held">
      {held.map((work) => (
        <li key={`${work.runId}:${work.step}:${work.activity}`}>
          <Link href={`/runs/${work.runId}?step=${work.step}`} className="mono">
            {work.runId}
          </Link>{' '}
          step {work.step}, {work.tool}
        </li>
      ))}
    </ul>
  );
}
