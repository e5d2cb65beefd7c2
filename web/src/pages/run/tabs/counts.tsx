import type { DuplicateCounts } from '../../../api/types.ts';
import { count } from '../../../lib/text.ts';
import { ScrollRegion } from '../../../parts/scroll-region.tsx';
import { Labelled } from '../../../parts/sign.tsx';

/** The witness's count for each kind of effect, and the journal's own below it, never instead of it. */
export function Counts({ duplicates }: { duplicates: DuplicateCounts }) {
  const { witness, byKind, journal } = duplicates;
  const rows = Object.entries(byKind).map(([kind, counted]) => ({ kind, ...counted }));
  return (
    <ScrollRegion label="Counts" className="counted">
      <table className="grid counts-table">
        <thead>
          <tr>
            <th>counted by</th>
            <th className="numeric">arrivals</th>
            <th className="numeric">applications</th>
            <th className="numeric">distinct keys</th>
            <th className="numeric">duplicates</th>
          </tr>
        </thead>
        <tbody>
          {[...rows, ...(witness ? [{ kind: 'all', ...witness }] : [])].map((row) => (
            <tr key={row.kind}>
              <td>witness, {row.kind}</td>
              <td className="numeric">{count(row.arrivals)}</td>
              <td className="numeric">{count(row.applications)}</td>
              <td className="numeric">{count(row.distinctKeys)}</td>
              <td className="numeric">
                <Duplicates value={row.duplicates} />
              </td>
            </tr>
          ))}
          {witness === null && (
            <tr>
              <td colSpan={5}>
                <Labelled meaning="person">The witness does not answer: nothing outside can say.</Labelled>
              </td>
            </tr>
          )}
          <tr>
            <td>journal</td>
            <td className="numeric">–</td>
            <td className="numeric">–</td>
            <td className="numeric">–</td>
            <td className="numeric">
              <Duplicates value={journal} />
            </td>
          </tr>
        </tbody>
      </table>
      <p className="muted">Duplicates are applications minus distinct keys, counted at the receiving side.</p>
    </ScrollRegion>
  );
}

function Duplicates({ value }: { value: number }) {
  return <Labelled meaning={value > 0 ? 'wrong' : 'done'}>{count(value)}</Labelled>;
}
