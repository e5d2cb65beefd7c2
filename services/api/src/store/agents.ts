import type { Json } from '@checkpoint/contracts';
import { type Db, row, rows } from './statements.ts';

export interface AgentSchema {
  readonly name: string;
  readonly inputSchema: Json;
  readonly buildId: string;
}

export async function findAgent(db: Db, name: string): Promise<AgentSchema | undefined> {
  const found = await row<{ name: string; input_schema: Json; build_id: string }>(db, 'find-agent', [name]);
  return found && { name: found.name, inputSchema: found.input_schema, buildId: found.build_id };
}

export async function listAgents(
  db: Db,
): Promise<{ name: string; description: string; input_schema: Json }[]> {
  return await rows(db, 'list-agents');
}
