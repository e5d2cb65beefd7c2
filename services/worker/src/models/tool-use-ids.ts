import { MODEL_ACTIVITY, ToolUseId } from '@checkpoint/contracts';
import type { RawCall } from './types.ts';

/** Ids of journaled model calls of the same step: as a tool call's id they would meet in one effect key. */
const RESERVED = new RegExp(`^${MODEL_ACTIVITY}(-[0-9]+)?$`);

/**
 * One id per call, unique inside the step and a function of the answer alone. The model's ids are kept where they can
 * be; a missing, repeated, malformed or reserved one becomes `call_<ordinal>`, or the next number that is free.
 */
export function toolUseIds(calls: readonly RawCall[]): string[] {
  const taken = new Set<string>();
  const kept = calls.map(({ toolUseId }) => {
    const usable = ToolUseId.safeParse(toolUseId).success && !RESERVED.test(toolUseId ?? '');
    if (toolUseId === undefined || !usable || taken.has(toolUseId)) return undefined;
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
