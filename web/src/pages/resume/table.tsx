import { Link } from 'wouter';
import { rowAttribute } from '../../keys/rows.ts';
import { shortWorker } from '../../lib/text.ts';
import { duration } from '../../lib/time.ts';
import { Ago } from '../../parts/ago.tsx';
import {
  PHASES,
  type PhaseName,
  phasesOf,
  type Resume,
  releaseWentOn,
  resumeKey,
  resumePath,
} from './phases.ts';
import { seconds } from './seconds.ts';

/** One line a resume, the newest first: the rows behind the charts. */
export function ResumeTable({ resumes }: { resumes: readonly Resume[] }) {
  return (
    <table className="grid resumes">
      <thead>
        <tr>
          <th className="numeric">latency</th>
          <th>run</th>
          <th className="numeric">step</th>
          <th className="wide">work</th>
          <th className="wide">died</th>
          {PHASES.map(({ name, does }) => (
            <th key={name} className="numeric wide" title={does}>
              {name}
            </th>
          ))}
          <th className="wide">evidence</th>
          <th className="numeric">when</th>
        </tr>
      </thead>
      <tbody>
        {resumes.map((resume) => (
          <ResumeRow key={resumeKey(resume)} resume={resume} />
        ))}
      </tbody>
    </table>
  );
}

function ResumeRow({ resume }: { resume: Resume }) {
  const phases = phasesOf(resume);
  return (
    <tr>
      <td className="numeric">
        <b>{seconds(resume.latencySeconds)}</b>
      </td>
      <td className="id">
        <Link
          className="row-link mono"
          href={resumePath(resume)}
          title={`${resume.runId}, ${resume.agent}`}
          {...rowAttribute}
        >
          {resume.runId}
        </Link>
      </td>
      <td className="numeric">{resume.step}</td>
      <td className="wide mono">{resume.tool}</td>
      <td className="wide mono" title={resume.fromWorkerId}>
        {shortWorker(resume.fromWorkerId)}
      </td>
      {PHASES.map(({ name }) => {
        const phase = phases.find((each) => each.name === name);
        return (
          <td key={name} className="numeric wide" data-phase={name}>
            {phase ? duration(phase.lengthMs) : without(name, resume)}
          </td>
        );
      })}
      <td className="wide">{resume.evidence.replaceAll('_', ' ')}</td>
      <td className="numeric">
        <Ago at={resume.resumedAt} />
      </td>
    </tr>
  );
}

function without(name: PhaseName, resume: Resume) {
  if (name !== 'released' || !releaseWentOn(resume)) return 'not yet';
  return <span title="other work of the dead worker was still being handed back">went on</span>;
}
