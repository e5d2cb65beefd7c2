import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, waitFor } from '@checkpoint/testing';
import { freePort } from '../../fixtures/process.ts';

const path = (file: string) => fileURLToPath(new URL(`../../../../../${file}`, import.meta.url));

/** A witness of its own process, and the agents' tables in the product's database. */
export async function startWitness(
  productUrl: string,
): Promise<{ settings: Readonly<Record<string, string>>; stop(): Promise<void> }> {
  const PATH = process.env.PATH ?? '';
  const migrate = spawn(process.execPath, [path('services/worker/src/migrate.ts')], {
    env: { PATH, DATABASE_URL: productUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if ((await once(migrate, 'exit'))[0] !== 0) throw new Error('the tables of the agents could not be made');
  const db = await createTestDatabase('witness');
  const [http, smtp] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [path('chaos/sink/src/server.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH,
      WITNESS_HTTP_PORT: String(http),
      WITNESS_SMTP_PORT: String(smtp),
      WITNESS_DATABASE_URL: db.url,
      WITNESS_LEDGER_DATABASE_URL: productUrl,
    },
  });
  const url = `http://127.0.0.1:${http}`;
  await waitFor('the witness to be ready', async () => (await fetch(`${url}/readyz`)).ok);
  return {
    settings: {
      fileStoreUrl: url,
      mailLookupUrl: url,
      paymentsUrl: url,
      smtpUrl: `smtp://127.0.0.1:${smtp}`,
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await db.drop();
    },
  };
}
