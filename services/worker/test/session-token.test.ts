/** A worker's session at an API that asks who calls. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { WorkerList } from '@checkpoint/contracts/api';
import { startLease } from '@checkpoint/journal';
import { createTestDatabase, type TestDatabase, waitFor } from '@checkpoint/testing';
import { holdSession } from '../src/session.ts';
import { type ApiProcess, startApi } from './fixtures/api.ts';

const WORKER = 'test/session-token';
const entry = (subject: string, role: string) => ({
  ...{ subject, roles: [role] },
  sha256: createHash('sha256').update(`token-of-${subject}`).digest('hex'),
});

let db: TestDatabase;
let api: ApiProcess;
before(async () => {
  db = await createTestDatabase('product');
  const CHECKPOINT_AUTH_TOKENS = JSON.stringify([entry('fleet', 'worker'), entry('vera', 'viewer')]);
  api = await startApi(db.url, { environment: { CHECKPOINT_AUTH_TOKENS }, token: 'token-of-vera' });
});
after(async () => {
  await api.stop();
  await db.drop();
});

test('it is refused without a token and with one of another role, and held with one of role worker', async () => {
  const worker = { workerId: WORKER, host: 'test', pid: 1, pidStarted: null, buildId: 'test' };
  const lease = await startLease({
    db: db.pool,
    worker: worker as Parameters<typeof startLease>[0]['worker'],
  });
  const hold = (token: string | undefined, onRefused: (error: Error) => void) =>
    holdSession({
      ...{ apiUrl: api.origin, workerId: WORKER, token, onHandOver: () => undefined, onRefused },
      onError: (error) => assert.fail(error.message),
    });
  for (const [token, status] of [
    [undefined, /401/],
    ['token-of-vera', /403/],
  ] as const) {
    const errors: Error[] = [];
    const end = hold(token, (error) => errors.push(error));
    await waitFor('the refusal', () => errors.length > 0);
    end();
    assert.match(errors[0]?.message ?? '', status);
  }
  const end = hold('token-of-fleet', (error) => assert.fail(error.message));
  await waitFor('the session', async () => {
    const { workers } = (await api.get('/api/workers')) as WorkerList;
    const held = workers.find(({ workerId }) => workerId === WORKER);
    return held !== undefined && held.sessionSince !== null;
  });
  end();
  lease.stop();
});
