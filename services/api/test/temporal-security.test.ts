import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTlsFront, TLS_FRONT_NAME, type TlsFront, testTemporal } from '@checkpoint/testing';
import { readConfig } from '../src/config.ts';
import { bounded, openTemporal } from '../src/temporal/client.ts';

const CALL_MS = 10_000;
let front: TlsFront;

before(async () => {
  front = await startTlsFront((await testTemporal()).address);
});
after(async () => await front.close());

/** What the API's own Temporal client answers with, when its environment is this. */
async function askWith(env: Record<string, string>): Promise<unknown> {
  const { temporal } = readConfig({
    DATABASE_URL: 'postgres://user@host/name',
    TEMPORAL_ADDRESS: front.address,
    TEMPORAL_TLS_SERVER_NAME: TLS_FRONT_NAME,
    ...env,
  });
  const client = openTemporal({ ...temporal, identity: 'test' });
  try {
    return await bounded(client, CALL_MS, () => client.client.workflowService.getSystemInfo({}));
  } finally {
    await client.connection.close();
  }
}

const shown = () => ({
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: front.files.authority,
  TEMPORAL_TLS_CLIENT_CERT_PATH: front.files.certificate,
  TEMPORAL_TLS_CLIENT_KEY_PATH: front.files.key,
});

test('reaches a Temporal that asks for a certificate, and sends its API key there', async () => {
  const info = (await askWith({ ...shown(), TEMPORAL_API_KEY: 'a-key' })) as { serverVersion: string };
  assert.match(info.serverVersion, /^\d+\./);
  assert.deepEqual([...front.authorizations], ['Bearer a-key']);
});

test('does not reach it without a certificate, without its authority, or in the clear', async () => {
  const { TEMPORAL_TLS_SERVER_CA_CERT_PATH } = shown();
  await assert.rejects(askWith({ TEMPORAL_TLS_SERVER_CA_CERT_PATH }), { code: 'TEMPORAL_UNAVAILABLE' });
  await assert.rejects(askWith({ TEMPORAL_TLS: 'true' }), { code: 'TEMPORAL_UNAVAILABLE' });
  await assert.rejects(askWith({}), { code: 'TEMPORAL_UNAVAILABLE' });
});
