import { createHash } from 'node:crypto';
import { TerminalError, type ToolOutput } from '@checkpoint/contracts';
import { CLAIM_BYTES, MAX_VALUE_BYTES } from './limits.ts';
import { type Db, run } from './statements.ts';
import type { StoredOutcome } from './types.ts';

/** A value as a row holds it: itself, or the hash of a claim. */
export interface Held {
  readonly inline: string | null;
  readonly claim: string | null;
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Puts a large text aside, in a statement of its own, before the row that points at it. Small ones stay inline. */
export async function hold(db: Db, text: string): Promise<Held> {
  if (Buffer.byteLength(text) <= CLAIM_BYTES) return { inline: text, claim: null };
  const sha256 = sha256Of(text);
  await run(db, 'put-claim', [sha256, text]);
  return { inline: null, claim: sha256 };
}

/** Throws TerminalError PAYLOAD_TOO_LARGE for arguments over the limit: nothing was sent. */
export function checkArgs(key: string, args: string): void {
  const bytes = Buffer.byteLength(args);
  if (bytes <= MAX_VALUE_BYTES) return;
  throw new TerminalError(
    'PAYLOAD_TOO_LARGE',
    `the arguments of ${key} are ${bytes} bytes, the limit is ${MAX_VALUE_BYTES}`,
    {
      effectKey: key,
      bytes,
      limitBytes: MAX_VALUE_BYTES,
    },
  );
}

/**
 * The outcome as it can be stored. One over the limit is replaced by a clear error: the effect stays applied, since it
 * happened, and the model is told that its result was not kept.
 */
export function storable(outcome: StoredOutcome): StoredOutcome {
  const bytes = Buffer.byteLength(JSON.stringify(outcome));
  if (bytes <= MAX_VALUE_BYTES) return outcome;
  const message = `it was done, but its result of ${bytes} bytes is over the limit of ${MAX_VALUE_BYTES} and was not kept`;
  const output: ToolOutput = { ok: false, error: { code: 'PAYLOAD_TOO_LARGE', message } };
  return { output, artifacts: [] };
}
