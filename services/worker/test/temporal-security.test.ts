import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTlsFront, TLS_FRONT_NAME, type TlsFront, testTemporal } from '@checkpoint/testing';
import { readConfig } from '../src/config.ts';
import { createTemporalWorker } from '../src/temporal.ts';

let front: TlsFront;
before(async () => {
  front = await startTlsFront((await testTemporal()).address);
});
after(async () => await front.close());

test('polls a Temporal that asks for a certificate, and sends its API key there', async () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://user@host/name',
    TEMPORAL_ADDRESS: front.address,
    TEMPORAL_NAMESPACE: (await testTemporal()).namespace,
    CHECKPOINT_TASK_QUEUE: `secure-${randomUUID()}`,
    TEMPORAL_TLS_SERVER_NAME: TLS_FRONT_NAME,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: front.files.authority,
    TEMPORAL_TLS_CLIENT_CERT_PATH: front.files.certificate,
    TEMPORAL_TLS_CLIENT_KEY_PATH: front.files.key,
    TEMPORAL_API_KEY: 'a-key',
  });
  const { worker, connection } = await createTemporalWorker(config, { callTool: async () => undefined });
  await worker.runUntil(async () => assert.equal(worker.getState(), 'RUNNING'));
  await connection.close();
  assert.deepEqual([...front.authorizations], ['Bearer a-key']);
});

test('takes its limits from the environment', async () => {
  const { tuning } = readConfig({
    DATABASE_URL: 'postgres://user@host/name',
    CHECKPOINT_MAX_ACTIVITIES: '7',
    CHECKPOINT_MAX_CACHED_WORKFLOWS: '8',
    CHECKPOINT_STICKY_TIMEOUT_MS: '90',
    CHECKPOINT_SHUTDOWN_GRACE_MS: '1000',
    CHECKPOINT_SHUTDOWN_FORCE_MS: '2000',
  });
  const config = {
    ...readConfig({ DATABASE_URL: 'postgres://user@host/name' }),
    temporal: { ...(await testTemporal()), taskQueue: `tuned-${randomUUID()}` },
    ...(tuning === undefined ? {} : { tuning }),
  };
  const { worker, connection } = await createTemporalWorker(config, { callTool: async () => undefined });
  const { options } = worker;
  await worker.runUntil(async () => undefined);
  await connection.close();
  assert.equal(options.maxCachedWorkflows, 8);
  assert.equal(options.stickyQueueScheduleToStartTimeoutMs, 90);
  assert.equal(options.shutdownGraceTimeMs, 1000);
  // The end of the process itself is stop.ts's.
  assert.equal(tuning?.shutdownForceMs, 2000);
});
