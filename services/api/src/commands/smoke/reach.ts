import { AgentList, WorkerList } from '@checkpoint/contracts/api';
import { ask, type Checks, until } from './checks.ts';

/** Pods that were ready a moment ago answer at once; a rollout may be going on beside this test, ms. */
const READY_WITHIN_MS = 60_000;

/** Waits until the address answers 2xx. */
export async function reach(checks: Checks, name: string, url: string): Promise<void> {
  const response = await until(`${name} at ${url}`, READY_WITHIN_MS, () => ask('GET', url));
  await response.body?.cancel();
  checks.check(`${name} answers`, true, `${response.status} from ${url}`);
}

/** Waits for as many living workers, each with a session at the API or known to it, and for the agents they announce. */
export async function reachWorkers(checks: Checks, api: string, wanted: number): Promise<void> {
  const living = await until(`${wanted} living workers`, READY_WITHIN_MS, async () => {
    const { workers } = WorkerList.parse(await (await ask('GET', `${api}/api/workers`)).json());
    const live = workers.filter(({ state }) => state === 'live');
    return live.length >= wanted ? live : undefined;
  });
  const { agents } = AgentList.parse(await (await ask('GET', `${api}/api/agents`)).json());
  const names = agents.map(({ name }) => name).join(', ');
  checks.check('workers live', true, `${living.length}, of ${wanted} that were asked for`);
  checks.check('agents are announced', agents.length > 0, names === '' ? 'none' : names);
}
