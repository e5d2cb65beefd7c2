import { AgentList } from '@checkpoint/contracts/api';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ApiParts } from '../parts.ts';
import { listAgents } from '../store/agents.ts';

export function agentRoutes({ pool, settings }: ApiParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/agents',
      {
        config: { role: 'viewer' },
        schema: { tags: ['runs'], summary: 'Agents that the workers can run', response: { 200: AgentList } },
      },
      async () => ({
        agents: (await listAgents(pool)).map((agent) => ({
          name: agent.name,
          description: agent.description,
          inputSchema: agent.input_schema,
        })),
        faultsAllowed: settings.faultsAllowed,
      }),
    );
  };
}
