import {
  asError,
  RetryableError,
  WitnessCounts,
  type WitnessKeyCount,
  WitnessKeyList,
  WitnessMailList,
} from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import type { z } from 'zod';
import { WITNESS_TIMEOUT_MS } from './limits.ts';

/** Asked again after this time, ms. */
const RETRY_AFTER_MS = 1_000;

/** Reads what the witness recorded. It is evidence, not truth for a run: without it the pages still work. */
export interface Witness {
  /** Null when it does not answer. */
  counts(runId: string): Promise<WitnessCounts | null>;
  /** Null when it does not answer. */
  keys(runId: string): Promise<WitnessKeyCount[] | null>;
  /** Throws WITNESS_UNAVAILABLE when it does not answer. */
  mail(runId: string): Promise<WitnessMailList>;
}

/** A witness at `url`; without one, every answer is "it does not answer". */
export function createWitness(url: string | undefined, log: Logger): Witness {
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    if (url === undefined) throw unavailable('no WITNESS_URL is configured');
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(WITNESS_TIMEOUT_MS) });
    if (!response.ok) throw unavailable(`${path} answered ${response.status}`);
    return schema.parse(await response.json());
  };
  const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (thrown) {
      if (url !== undefined) log.warn({ err: asError(thrown) }, 'the witness does not answer');
      return null;
    }
  };
  return {
    counts: (runId) => orNull(read(`/counts?runId=${encodeURIComponent(runId)}`, WitnessCounts)),
    keys: async (runId) =>
      (await orNull(read(`/keys?runId=${encodeURIComponent(runId)}`, WitnessKeyList)))?.keys ?? null,
    mail: async (runId) => {
      try {
        return await read(`/mail?runId=${encodeURIComponent(runId)}`, WitnessMailList);
      } catch (thrown) {
        throw unavailable(asError(thrown).message, thrown);
      }
    },
  };
}

function unavailable(why: string, cause?: unknown): RetryableError {
  return new RetryableError(
    'WITNESS_UNAVAILABLE',
    `the witness gave no answer: ${why}`,
    RETRY_AFTER_MS,
    {},
    cause,
  );
}
