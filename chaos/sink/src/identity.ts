import { parseEffectKey } from '@checkpoint/contracts';
import { KEPT_HEADER_CHARS } from './limits.ts';

/** Who an arrival says that it is. `problem` says why the headers are not usable; the arrival is recorded anyway. */
export interface Identity {
  readonly effectKey: string;
  readonly runId: string | null;
  readonly epoch: number | null;
  readonly problem: string | null;
}

/** Epochs are stored as a 32-bit integer, like the journal's. */
const MAX_EPOCH = 2_147_483_647;

/**
 * Reads the effect key and the epoch of an arrival. Without a usable key it goes under `fallbackKey`, which the
 * receiver makes from what it has (a path, a Message-ID), so that two of the same are still seen as two.
 */
export function identify(key: string | undefined, epoch: string | undefined, fallbackKey: string): Identity {
  const found = readKey(key);
  const number = readEpoch(epoch);
  const problems = [found.problem, number.problem].filter((problem) => problem !== null);
  return {
    effectKey: found.key ?? fallbackKey,
    runId: found.runId,
    epoch: number.epoch,
    problem: problems.length === 0 ? null : problems.join('; '),
  };
}

function readKey(text: string | undefined): {
  key: string | null;
  runId: string | null;
  problem: string | null;
} {
  if (text === undefined) return { key: null, runId: null, problem: 'X-Effect-Key is missing' };
  try {
    return { key: text, runId: parseEffectKey(text).runId, problem: null };
  } catch {
    // What was thrown says no more than this: the text is no key.
    const problem = `X-Effect-Key is ${shown(text)}, and an effect key is <runId>:<step>:<toolUseId>`;
    return { key: null, runId: null, problem };
  }
}

function readEpoch(text: string | undefined): { epoch: number | null; problem: string | null } {
  if (text === undefined) return { epoch: null, problem: null };
  const epoch = Number(text);
  if (/^[1-9][0-9]*$/.test(text) && epoch <= MAX_EPOCH) return { epoch, problem: null };
  return { epoch: null, problem: `X-Effect-Epoch is ${shown(text)}, and an epoch is a whole number from 1` };
}

/** The beginning of a header that somebody else wrote, printable: Postgres stores no NUL, people read no control codes. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, KEPT_HEADER_CHARS));
}
