import type { Artifact, Done, Json } from '@checkpoint/contracts';

export { type Artifact, type Done, NotSent, type ProbeResult, Refused } from '@checkpoint/contracts';

/** What a tool returns when the receiver confirmed the effect. */
export function done(
  value: Json,
  more: { providerRef?: string; artifacts?: readonly Artifact[] } = {},
): Done {
  return { value, ...more };
}
