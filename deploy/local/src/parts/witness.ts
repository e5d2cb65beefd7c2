import type { StackConfig } from '../config.ts';
import type { Child } from '../os/child.ts';
import { answersOk } from '../os/http.ts';
import { LOOPBACK } from '../os/ports.ts';
import { untilReady } from '../os/until.ts';
import type { DatabaseUrls } from './databases.ts';
import { startService } from './service.ts';

const READY_WITHIN_MS = 30_000;

/** Where the witness is, as its users see it. */
export function witnessAddresses({ ports }: StackConfig): { http: string; smtp: string } {
  return { http: `http://${LOOPBACK}:${ports.witnessHttp}`, smtp: `smtp://${LOOPBACK}:${ports.witnessSmtp}` };
}

/** Starts the witness (HTTP and SMTP) and resolves once it is ready to record. */
export async function startWitness(config: StackConfig, urls: DatabaseUrls): Promise<Child> {
  const env = {
    WITNESS_HOST: LOOPBACK,
    WITNESS_HTTP_PORT: String(config.ports.witnessHttp),
    WITNESS_SMTP_PORT: String(config.ports.witnessSmtp),
    WITNESS_DATABASE_URL: urls.witness,
    WITNESS_LEDGER_DATABASE_URL: urls.ledgerForWitness,
  };
  const stop = [{ signal: 'SIGTERM', graceMs: 8_000 }] as const;
  const child = await startService(config, { name: 'witness', entry: 'chaos/sink/src/server.ts', env, stop });
  const ready = () => answersOk(`${witnessAddresses(config).http}/readyz`);
  await untilReady(child, 'waiting until it is ready', ready, READY_WITHIN_MS);
  return child;
}
