import type { WorkerDeploymentOptions } from '@temporalio/worker';

/** What of the environment says which build this is. */
export interface VersioningEnvironment {
  readonly TEMPORAL_DEPLOYMENT_NAME?: string | undefined;
  readonly TEMPORAL_WORKER_BUILD_ID?: string | undefined;
  readonly CHECKPOINT_VERSIONING: 'pinned' | 'auto-upgrade';
  readonly CHECKPOINT_BUILD_ID: string;
}

/** The id of this build: the controller's, else our own. */
export function buildIdOf(env: VersioningEnvironment): string {
  return env.TEMPORAL_WORKER_BUILD_ID || env.CHECKPOINT_BUILD_ID;
}

/**
 * How Temporal tells builds apart. Off without a deployment's name: then every worker of the task queue takes every run.
 * `pinned`: a run ends on the build that it began on; `auto-upgrade`: it goes on under the current one.
 */
export function deploymentOf(env: VersioningEnvironment): WorkerDeploymentOptions | undefined {
  const { TEMPORAL_DEPLOYMENT_NAME: deploymentName, CHECKPOINT_VERSIONING: behaviour } = env;
  if (!deploymentName) return undefined;
  return {
    version: { deploymentName, buildId: buildIdOf(env) },
    useWorkerVersioning: true,
    defaultVersioningBehavior: behaviour === 'pinned' ? 'PINNED' : 'AUTO_UPGRADE',
  };
}
