import type { HeldWork } from '../../api/types.ts';

/** How many steps a worker is in: several tool calls of one step count once. */
export function heldSteps(held: readonly HeldWork[]): number {
  return new Set(held.map((work) => `${work.runId}:${work.step}`)).size;
}
