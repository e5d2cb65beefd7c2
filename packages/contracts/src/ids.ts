import { z } from 'zod';

/**
 * A run's id is its Temporal workflow id. It never contains a colon, because the effect key is made of ids
 * joined by colons, and it is never reused (the workflow is started with REJECT_DUPLICATE).
 */
export const RunId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'a run id has 1 to 63 lower-case letters, digits and hyphens')
  .brand('RunId');
export type RunId = z.infer<typeof RunId>;

/** Unique inside its step. Normalised when a model's answer is decoded, see `call_<ordinal>` in DESIGN §1. */
export const ToolUseId = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'a tool use id has 1 to 64 letters, digits, dots, hyphens and underscores')
  .brand('ToolUseId');
export type ToolUseId = z.infer<typeof ToolUseId>;

/** Steps are counted from 1. */
export const StepNumber = z.int().min(1).max(100_000);

/** `<pod or host name>/<boot id>`: one process, an id that no other process ever has. */
export const WorkerId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,253}\/[A-Za-z0-9-]{1,64}$/, 'a worker id is <host or pod name>/<boot id>')
  .brand('WorkerId');
export type WorkerId = z.infer<typeof WorkerId>;

/** `<runId>:<step>:<toolUseId>`. Durable identity only: never an attempt, a pod, a time or anything random. */
export const EffectKey = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}:[1-9][0-9]{0,5}:[A-Za-z0-9_.-]{1,64}$/,
    'an effect key is <runId>:<step>:<toolUseId>',
  )
  .brand('EffectKey');
export type EffectKey = z.infer<typeof EffectKey>;

/** Fencing number on an effect. The first owner has 1; each takeover raises it by one. */
export const Epoch = z.int().min(1).brand('Epoch');
export type Epoch = z.infer<typeof Epoch>;

/** What names a tool call for ever. */
export interface CallIdentity {
  readonly runId: RunId;
  readonly step: number;
  readonly toolUseId: ToolUseId;
}

/** Builds the key of a tool call. Throws a ZodError when a part is not what its schema says. */
export function effectKey(call: { runId: string; step: number; toolUseId: string }): EffectKey {
  return EffectKey.parse(
    `${RunId.parse(call.runId)}:${StepNumber.parse(call.step)}:${ToolUseId.parse(call.toolUseId)}`,
  );
}

/** The parts of a key. Throws a ZodError for a text that is no key. */
export function parseEffectKey(key: string): CallIdentity {
  const [runId, step, toolUseId] = EffectKey.parse(key).split(':');
  return {
    runId: RunId.parse(runId),
    step: StepNumber.parse(Number(step)),
    toolUseId: ToolUseId.parse(toolUseId),
  };
}
