import type { AllResumes, ResumeView } from '../../api/types.ts';
import { millis } from '../../lib/time.ts';

export type Resume = AllResumes['resumes'][number];

/** The phases of a resume in their order, each with the colour that the styles give it and what it says. */
export const PHASES = [
  { name: 'noticed', does: 'from the death to its first sign', hue: 3 },
  { name: 'certified', does: 'until the certificate of death was stored', hue: 0 },
  { name: 'released', does: 'until all that the dead worker held was handed back', hue: 1 },
  { name: 'next attempt', does: 'until the same work began on another worker', hue: 2 },
  { name: 'next effect', does: 'until the next effect of the run was applied', hue: 4 },
] as const;
export type PhaseName = (typeof PHASES)[number]['name'];

export interface Phase {
  readonly name: PhaseName;
  readonly hue: number;
  /** Where it begins and how long it is, milliseconds after the death. */
  readonly fromMs: number;
  readonly lengthMs: number;
}

/**
 * The phases of one resume, end to end, so that those before the next effect add up to the latency. What has not come
 * yet is left out, and so is a release that ended after the next attempt began: that went on for other work.
 */
export function phasesOf(resume: ResumeView): readonly Phase[] {
  const diedMs = millis(resume.diedAt);
  const resumedMs = millis(resume.resumedAt) - diedMs;
  const ends: Readonly<Record<PhaseName, string | null>> = {
    noticed: resume.noticedAt,
    certified: resume.certifiedAt,
    released: resume.releasedAt,
    'next attempt': resume.resumedAt,
    'next effect': resume.nextEffectAt,
  };
  let fromMs = 0;
  const phases: Phase[] = [];
  for (const { name, hue } of PHASES) {
    const end = ends[name];
    if (end === null || (name === 'released' && releaseWentOn(resume))) continue;
    const latestMs = name === 'next effect' ? Number.POSITIVE_INFINITY : resumedMs;
    const untilMs = Math.max(fromMs, Math.min(millis(end) - diedMs, latestMs));
    phases.push({ name, hue, fromMs, lengthMs: untilMs - fromMs });
    fromMs = untilMs;
  }
  return phases;
}

/** The dead worker held more than this work, and the rest was handed back while this was under way again. */
export function releaseWentOn({ releasedAt, resumedAt }: ResumeView): boolean {
  return releasedAt !== null && millis(releasedAt) > millis(resumedAt);
}

/** What tells one resume from all others. */
export function resumeKey({ runId, step, activity, attempt }: Resume): string {
  return `${runId}:${step}:${activity}:${attempt}`;
}

/** Where the resumed work is shown. */
export function resumePath({ runId, step }: Resume): string {
  return `/runs/${runId}?step=${step}`;
}

export interface Ranked {
  readonly rank: string;
  readonly resume: Resume;
}

const RANKS = [
  { rank: 'p50', share: 0.5 },
  { rank: 'p95', share: 0.95 },
  { rank: 'p99', share: 0.99 },
  { rank: 'slowest', share: 1 },
] as const;

/**
 * The resume that stands at each rank of the latency: a real one with its own phases, since quantiles of single phases
 * would not add up to anything.
 */
export function ranked(resumes: readonly Resume[]): readonly Ranked[] {
  const inOrder = resumes.toSorted((a, b) => a.latencySeconds - b.latencySeconds);
  return RANKS.flatMap(({ rank, share }) => {
    const resume = inOrder[Math.max(0, Math.ceil(share * inOrder.length) - 1)];
    return resume === undefined ? [] : [{ rank, resume }];
  });
}
