import type { AllResumes } from '@checkpoint/contracts/api';
import { type Position, writeCursor } from '../paging.ts';
import { type ResumeRow, toResume } from './run-parts.ts';
import { type Db, row, rows } from './statements.ts';

type Row = ResumeRow & { run_id: string; agent: string; cursor_at: string; cursor_id: string };

/** One page of the resumes of all runs, and the distribution of all that are stored. */
export async function allResumes(db: Db, limit: number, after?: Position): Promise<AllResumes> {
  const [found, distribution] = await Promise.all([
    rows<Row>(db, 'list-all-resumes', [limit + 1, after?.at ?? null, after?.id ?? null]),
    row<AllResumes['distribution']>(db, 'resume-distribution'),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    resumes: page.map((resume) => ({ ...toResume(resume), runId: resume.run_id, agent: resume.agent })),
    distribution: distribution ?? { count: 0, p50: null, p95: null, p99: null, max: null },
    nextCursor:
      found.length > limit && last !== undefined
        ? writeCursor({ at: last.cursor_at, id: last.cursor_id })
        : null,
  };
}
