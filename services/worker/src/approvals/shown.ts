import { createHash } from 'node:crypto';
import { canonicalJson, type Json, shownFields } from '@checkpoint/contracts';

/** What a person is shown, byte for byte, and the hash that every decision names. */
export interface Shown {
  readonly text: string;
  readonly sha256: string;
}

/** Arguments as they are stored, as a person may see them: secrets replaced, keys in a fixed order. */
export function shownArgs(args: Json, secrets: readonly string[]): Shown {
  const text = canonicalJson(shownFields(args, secrets));
  return { text, sha256: sha256Of(text) };
}

/** The hash of the arguments as they are stored, sealed secrets included. */
export function storedSha256(args: Json): string {
  return sha256Of(canonicalJson(args));
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
