import { join } from 'node:path';
import { REPOSITORY, type StackConfig } from '../config.ts';
import { type Child, startChild } from '../os/child.ts';
import type { StopStage } from '../os/stop.ts';

/** In the environment of the API and of all it starts: by it the stack finds workers whose API is dead. */
export const STACK_MARK = 'CHECKPOINT_STACK';

export type Service = {
  readonly name: string;
  /** The file that Node runs, from the root of the repository. */
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stop: readonly StopStage[];
};

/** Starts the entry file of one of the repository's services with this Node. */
export function startService(config: StackConfig, service: Service): Promise<Child> {
  return startChild({
    name: service.name,
    dataDir: config.dataDir,
    command: process.execPath,
    args: [join(REPOSITORY, service.entry), ...(service.args ?? [])],
    env: { ...config.forServices, ...service.env },
    cwd: REPOSITORY,
    stop: service.stop,
  });
}
