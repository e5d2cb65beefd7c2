import { z } from 'zod';
import { Json } from './json.ts';

/**
 * What a tool reports after its send (DESIGN §4, move 3). A tool returns `Done`, or throws `NotSent` (failed before
 * anything left the process), or `Refused` (refused for good). Everything else that it throws is ambiguous: a time-out,
 * a reset, a 5xx. Ambiguous is never treated as failed.
 */
export interface Done {
  readonly value: Json;
  /** What the provider calls it: a charge id, a Message-ID, an ETag. */
  readonly providerRef?: string;
  readonly artifacts?: readonly Artifact[];
}

/** Something a person may want to open: kept with the stored outcome, so that it outlives every process. */
export const Artifact = z.object({
  name: z.string().min(1).max(255),
  mediaType: z.string().min(1).max(127),
  content: z.string().max(256 * 1024),
});
export type Artifact = z.infer<typeof Artifact>;

/** The tool failed before anything left the process. It is safe to try again. */
export class NotSent extends Error {
  override name = 'NotSent';
}

/** The receiver refused for good. Stored, returned to the model, and never sent again. */
export class Refused extends Error {
  override name = 'Refused';
  readonly reason: Json;
  constructor(message: string, reason: Json = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** What a look-up at the receiver says about an effect key. */
export type ProbeResult =
  | {
      readonly kind: 'done';
      readonly value: Json;
      readonly providerRef: string;
      readonly artifacts?: readonly Artifact[];
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'cannotTell'; readonly reason: string };

/** What the model is told about a tool call. Stored byte for byte and returned unchanged on every later attempt. */
export const ToolOutput = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: Json }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);
export type ToolOutput = z.infer<typeof ToolOutput>;
