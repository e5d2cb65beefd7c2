import type { Scenario } from '../kill.ts';
import { frozen } from './frozen.ts';
import { parked } from './parked.ts';
import { running } from './running.ts';
import { workflowTask } from './workflow-task.ts';

export const SCENARIO_NAMES = ['running', 'workflow-task', 'parked', 'frozen'] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** What the killed worker was doing, and how it was killed. */
export const SCENARIOS: Readonly<
  Record<
    ScenarioName,
    { readonly kill: Scenario; readonly parked: boolean; readonly sizes: readonly number[] }
  >
> = {
  running: { kill: running, parked: false, sizes: [1, 10, 100] },
  'workflow-task': { kill: workflowTask, parked: true, sizes: [3] },
  parked: { kill: parked, parked: true, sizes: [5] },
  frozen: { kill: frozen, parked: false, sizes: [1, 10] },
};
