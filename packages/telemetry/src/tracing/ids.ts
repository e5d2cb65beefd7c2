import { createHash } from 'node:crypto';
import type { IdGenerator } from '@opentelemetry/sdk-trace';

/**
 * Ids of traces and spans that every process can work out by itself. A run has one trace whoever touches it, and an
 * attempt's span has an id that the next attempt, and whoever certifies a death, knows without having been told.
 */
export function traceIdOf(runId: string): string {
  return digest('trace', runId).slice(0, 32);
}

/** The span of the run itself, under which everything else stands. */
export function runSpanIdOf(runId: string): string {
  return digest('run', runId).slice(0, 16);
}

export interface AttemptPlace {
  readonly runId: string;
  readonly step: number;
  /** `model`, or a toolUseId. */
  readonly activity: string;
  readonly attempt: number;
}

/** The span of one try of an activity. */
export function attemptSpanIdOf({ runId, step, activity, attempt }: AttemptPlace): string {
  return digest('attempt', `${runId}\0${step}\0${activity}\0${attempt}`).slice(0, 16);
}

function digest(kind: string, of: string): string {
  return createHash('sha256').update(`checkpoint ${kind}\0${of}`).digest('hex');
}

export interface Ids {
  readonly traceId: string;
  readonly spanId: string;
}

/** Draws ids, except for the one span that is started inside `using`. */
export interface PresetIds extends IdGenerator {
  using<T>(ids: Ids, start: () => T): T;
}

export function createIds(random: IdGenerator): PresetIds {
  let preset: Ids | undefined;
  return {
    generateTraceId: () => preset?.traceId ?? random.generateTraceId(),
    generateSpanId: () => preset?.spanId ?? random.generateSpanId(),
    using(ids, start) {
      preset = ids;
      try {
        return start();
      } finally {
        preset = undefined;
      }
    },
  };
}
