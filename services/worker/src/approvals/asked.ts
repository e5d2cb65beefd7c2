import type { AnyTool } from '@checkpoint/agent';
import type { Begun, WorkerContext } from '../activities/context.ts';
import { run } from '../store/statements.ts';
import { Gate } from './gate-row.ts';

/** A call that comes to its gate. */
export interface Asked {
  readonly tool: AnyTool;
  readonly call: NonNullable<Begun['call']>;
  /** The model's arguments, as the schema of the tool gives them. */
  readonly input: unknown;
}

/** The approval of the call that this attempt makes; undefined when nobody was asked. */
export async function readGate(worker: WorkerContext, begun: Begun): Promise<Gate | undefined> {
  const rows = await run<{ gate: unknown }>(worker.pool, 'find-approval', placeOf(begun));
  return rows[0] && Gate.parse(rows[0].gate);
}

/** Primary key of the call, and of its approval. */
export function placeOf({ runId, step, activity }: Begun): [string, number, string] {
  return [runId, step, activity];
}
