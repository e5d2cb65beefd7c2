import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Where the shared test servers are. `postgresUrl` may create databases; `namespace` is registered. */
const Servers = z.object({
  postgresUrl: z.string(),
  temporalAddress: z.string(),
  temporalNamespace: z.string(),
});
export type Servers = z.infer<typeof Servers>;

const SERVICES_FILE = fileURLToPath(new URL('../../../.checkpoint/services.json', import.meta.url));

/** The servers that `npm test` started (by environment) or that `node scripts/services.ts` keeps up (by file). */
export function servers(): Servers {
  const env = process.env;
  const given = Servers.safeParse({
    postgresUrl: env.CHECKPOINT_TEST_POSTGRES_URL,
    temporalAddress: env.CHECKPOINT_TEST_TEMPORAL_ADDRESS,
    temporalNamespace: env.CHECKPOINT_TEST_TEMPORAL_NAMESPACE,
  });
  if (given.success) return given.data;
  try {
    return Servers.parse(JSON.parse(readFileSync(SERVICES_FILE, 'utf8')));
  } catch (cause) {
    throw new Error(
      `no test servers: run the test with \`npm test -- <file>\`, or keep servers up with \`node scripts/services.ts\` (${SERVICES_FILE})`,
      { cause },
    );
  }
}
