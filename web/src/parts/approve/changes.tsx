import type { Change, Json } from '../../api/types.ts';
import { pretty } from '../../lib/text.ts';

/** What a person has changed: each argument with what was asked for and what stands there now. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="muted">Nothing is changed yet.</p>;
  return (
    <table className="changes" aria-label="What is changed">
      <thead>
        <tr>
          <th scope="col">argument</th>
          <th scope="col">asked for</th>
          <th scope="col">now</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, from, to }) => (
          <tr key={path}>
            <th scope="row" className="mono">
              {path}
            </th>
            <td>{from === undefined ? <span className="muted">absent</span> : <del>{shown(from)}</del>}</td>
            <td>{to === undefined ? <span className="muted">removed</span> : <ins>{shown(to)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(value: Json): string {
  return typeof value === 'string' ? value : pretty(value);
}
