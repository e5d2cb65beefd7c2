import type { AllResumes } from '../../api/types.ts';
import { plural } from '../../lib/text.ts';
import { seconds } from './seconds.ts';

/** The distribution in figures, over all resumes that are stored. */
export function Figures({ distribution }: { distribution: AllResumes['distribution'] }) {
  const { count, p50, p95, p99, max } = distribution;
  if (count === 0) return null;
  const figures = [
    ['p50', p50],
    ['p95', p95],
    ['p99', p99],
    ['slowest', max],
  ] as const;
  return (
    <dl className="figures" aria-label="Death to next attempt">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null ? '–' : seconds(value)}</dd>
        </div>
      ))}
      <div>
        <dt>of</dt>
        <dd>{plural(count, 'resume')}</dd>
      </div>
    </dl>
  );
}
