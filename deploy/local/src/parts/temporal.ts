import type { Child } from '../os/child.ts';
import { startDevServer } from '../temporal/dev-server.ts';
import { ensureNamespace } from '../temporal/namespace.ts';
import type { TemporalSource } from '../temporal/provide.ts';
import { startTemporal } from '../temporal/server.ts';
import type { DatabaseUrls } from './databases.ts';

/** A server of the user's that is up answers at once; the time is for its caches to learn a new namespace. */
const NAMESPACE_WITHIN_MS = 30_000;

/** Starts Temporal from its source, or takes the user's. Resolves with its address once the namespace can be used. */
export async function openTemporal(
  config: { readonly dataDir: string; readonly namespace: string; readonly port: number },
  source: TemporalSource,
  urls: DatabaseUrls,
  started: (child: Child) => void,
): Promise<string> {
  const { dataDir, namespace, port } = config;
  switch (source.kind) {
    case 'address':
      await ensureNamespace(source.address, namespace, NAMESPACE_WITHIN_MS);
      return source.address;
    case 'dev-server': {
      const server = await startDevServer({ dataDir, port, namespace, cli: source.cli });
      started(server.child);
      return server.address;
    }
    case 'binaries': {
      const { server, sqlTool } = source;
      const databases = { databaseUrl: urls.temporal, visibilityUrl: urls.temporalVisibility };
      const temporal = await startTemporal({ dataDir, port, namespace, server, sqlTool, ...databases });
      started(temporal.child);
      return temporal.address;
    }
  }
}
