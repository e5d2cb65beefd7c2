import { agents } from '@checkpoint/agents';
import { migrate } from '@checkpoint/journal';
import { migrationsOf } from './agents.ts';
import { readConfig } from './config.ts';

/** Applies each agent's migrations and ends. Run it after the API's. */
const { databaseUrl } = readConfig();
for (const agent of agents) {
  const migrations = migrationsOf(agent);
  if (migrations === undefined) continue;
  const applied = await migrate({ databaseUrl, ...migrations });
  process.stdout.write(
    `agent ${agent.name}: ${applied.length === 0 ? 'nothing to apply' : applied.join(', ')}\n`,
  );
}
