import { fileURLToPath } from 'node:url';
import type { Agent } from '@checkpoint/agent';
import { InvariantError } from '@checkpoint/contracts';
import type pg from 'pg';
import { z } from 'zod';
import { run } from './store/statements.ts';

/** The agents by name. Throws InvariantError when two share one. */
export function registry(agents: readonly Agent[]): ReadonlyMap<string, Agent> {
  const map = new Map(agents.map((agent) => [agent.name, agent]));
  if (map.size !== agents.length) throw new InvariantError('two agents have the same name');
  return map;
}

/** Tells the API what can be run here, and with which input. */
export async function announceAgents(db: pg.Pool, agents: Iterable<Agent>, buildId: string): Promise<void> {
  const rows = [...agents].map(({ name, description, input, tools }) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input', target: 'draft-2020-12' }),
    effectTools: tools.filter((tool) => tool.readOnly !== true).map((tool) => tool.name),
  }));
  await run(db, 'register-agents', [JSON.stringify(rows), buildId]);
}

/** The folder of an agent's migrations, and the table that notes which were applied. */
export function migrationsOf(agent: Agent): { dir: URL; table: string } | undefined {
  if (agent.migrations === undefined) return undefined;
  const dir = fileURLToPath(agent.migrations);
  return {
    dir: new URL(`file://${dir.endsWith('/') ? dir : `${dir}/`}`),
    table: `agent_${agent.name}_migrations`,
  };
}
