import type { AttemptOutcome } from '@checkpoint/contracts';
import type { ArtifactView, AttemptView, ResumeView } from '@checkpoint/contracts/api';
import { type Db, instant, nullableInstant, row, rows } from './statements.ts';

interface AttemptRow {
  step: number;
  activity: string;
  tool: string;
  attempt: number;
  worker_id: string;
  started_at: Date;
  ended_at: Date | null;
  outcome: AttemptOutcome | null;
  error: { code: string; message: string; rawText?: string } | null;
  worker_died_at: Date | null;
}

export async function listAttempts(db: Db, runId: string): Promise<AttemptView[]> {
  const found = await rows<AttemptRow>(db, 'list-attempts', [runId]);
  return found.map((attempt) => ({
    step: attempt.step,
    activity: attempt.activity,
    tool: attempt.tool,
    attempt: attempt.attempt,
    workerId: attempt.worker_id,
    startedAt: instant(attempt.started_at),
    endedAt: nullableInstant(attempt.ended_at),
    outcome: attempt.outcome,
    error: attempt.error,
    workerDiedAt: nullableInstant(attempt.worker_died_at),
  }));
}

export interface ResumeRow {
  step: number;
  activity: string;
  tool: string;
  attempt: number;
  from_worker_id: string;
  to_worker_id: string;
  evidence: string;
  died_at: Date;
  noticed_at: Date;
  certified_at: Date;
  released_at: Date | null;
  resumed_at: Date;
  next_effect_at: Date | null;
  latency_seconds: number;
}

export async function listResumes(db: Db, runId: string): Promise<ResumeView[]> {
  return (await rows<ResumeRow>(db, 'list-resumes', [runId])).map(toResume);
}

export function toResume(resume: ResumeRow): ResumeView {
  return {
    step: resume.step,
    activity: resume.activity,
    tool: resume.tool,
    attempt: resume.attempt,
    fromWorkerId: resume.from_worker_id,
    toWorkerId: resume.to_worker_id,
    evidence: resume.evidence,
    diedAt: instant(resume.died_at),
    noticedAt: instant(resume.noticed_at),
    certifiedAt: instant(resume.certified_at),
    releasedAt: nullableInstant(resume.released_at),
    resumedAt: instant(resume.resumed_at),
    nextEffectAt: nullableInstant(resume.next_effect_at),
    latencySeconds: resume.latency_seconds,
  };
}

/** Without the contents. */
export async function listArtifacts(db: Db, runId: string): Promise<Omit<ArtifactView, 'url'>[]> {
  const found = await rows<{ key: string; step: number; name: string; media_type: string; bytes: number }>(
    db,
    'list-artifacts',
    [runId],
  );
  return found.map(({ key, step, name, media_type, bytes }) => ({
    effectKey: key,
    step,
    name,
    mediaType: media_type,
    bytes,
  }));
}

export async function findArtifact(
  db: Db,
  artifact: { readonly runId: string; readonly key: string; readonly name: string },
): Promise<{ media_type: string; content: string } | undefined> {
  return await row(db, 'find-artifact', [artifact.runId, artifact.key, artifact.name]);
}

export async function listHolds(db: Db, runId: string) {
  const found = await rows<{
    step: number;
    activity: string;
    tool: string;
    move: string;
    worker_id: string;
    held_at: Date;
  }>(db, 'list-holds', [runId]);
  return found.map(({ worker_id, held_at, ...hold }) => ({
    ...hold,
    workerId: worker_id,
    heldAt: instant(held_at),
  }));
}
