import type { AllResumes } from '../../api/types.ts';
import { Dots } from './dots.tsx';
import { PhaseBars } from './phase-bars.tsx';

/** Both charts; this file is the part of the page that is loaded with the chart library. */
export default function Charts({ list }: { list: AllResumes }) {
  return (
    <div className="charts">
      <Dots list={list} />
      <PhaseBars resumes={list.resumes} />
    </div>
  );
}
