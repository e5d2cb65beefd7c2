/** A live kind cluster for tests, and the worker's image in its nodes. Undefined where nobody has named one. */
export interface TestCluster {
  readonly kubeconfig: string;
  readonly workerImage: string;
}

export function testCluster(): TestCluster | undefined {
  const kubeconfig = process.env.CHECKPOINT_E2E_KUBECONFIG;
  const workerImage = process.env.CHECKPOINT_E2E_WORKER_IMAGE;
  return kubeconfig === undefined || workerImage === undefined ? undefined : { kubeconfig, workerImage };
}
