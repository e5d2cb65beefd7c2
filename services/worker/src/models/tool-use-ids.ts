import { ToolUseId } from '@checkpoint/contracts';
import type { RawCall } from './types.ts';

/**
 * One id per call, unique inside the step and a function of the answer alone. The model's ids are kept where they can
 * be; a missing, repeated or malformed one becomes `call_<ordinal>`, or the next number that is free.
 */
export function toolUseIds(calls: readonly RawCall[]): string[] {
  const taken = new Set<string>();
  const kept = calls.map(({ toolUseId }) => {
    if (toolUseId === undefined || taken.has(toolUseId) || !ToolUseId.safeParse(toolUseId).success)
      return undefined;
    taken.add(toolUseId);
    return toolUseId;
  });
  return kept.map((toolUseId, index) => {
    if (toolUseId !== undefined) return toolUseId;
    let ordinal = index + 1;
    while (taken.has(`call_${ordinal}`)) ordinal += 1;
    taken.add(`call_${ordinal}`);
    return `call_${ordinal}`;
  });
}
