import { servers } from './servers.ts';

/** The Temporal server that all tests share. Use a task queue and workflow ids of your own. */
export async function testTemporal(): Promise<{ address: string; namespace: string }> {
  const { temporalAddress, temporalNamespace } = servers();
  return { address: temporalAddress, namespace: temporalNamespace };
}
