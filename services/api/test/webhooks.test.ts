/** What a receiver of webhooks gets: a real server that fails first. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { Webhook } from 'standardwebhooks';
import { createRuntime } from '../src/runtime.ts';
import { readWebhookConfig } from '../src/webhooks/config.ts';
import { deliverWebhooks, type WebhookParts } from '../src/webhooks/deliver.ts';
import { createWitness } from '../src/witness.ts';
import { insertApproval, SHOWN, sha256 } from './support/approvals.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { insertRunRow, insertUnknown, insertWorker } from './support/rows.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

let api: Harness;
let receiver: Receiver;
let parts: WebhookParts;
before(async () => {
  api = await createHarness();
  receiver = await startReceiver();
  const config = readWebhookConfig({
    CHECKPOINT_WEBHOOK_URL: receiver.url,
    CHECKPOINT_WEBHOOK_SECRET: SECRET,
    CHECKPOINT_PUBLIC_URL: 'https://panel.example/',
  });
  parts = { pool: api.database.pool, witness: createWitness(undefined, api.log), log: api.log, config };
});
afterEach(async () => {
  receiver.received.length = 0;
  receiver.answers = [];
  await api.database.pool.query('DELETE FROM webhook_deliveries');
});
after(async () => {
  await receiver.close();
  await api.close();
});

async function question(runId: string, more: object = {}): Promise<string> {
  await insertRunRow(api.database.pool, runId);
  return await insertApproval(api.database.pool, { runId, ...more });
}

async function decide(key: string): Promise<void> {
  const payload = { argsSha256: sha256(SHOWN), decision: { kind: 'reject', reason: 'no' }, by: 'ann' };
  const response = await api.app.inject({ method: 'POST', url: `/api/approvals/${key}/decision`, payload });
  assert.equal(response.statusCode, 200, response.body);
}

const due = () => api.database.pool.query('UPDATE webhook_deliveries SET next_at = now()');
const state = async () =>
  (
    await api.database.pool.query(
      `SELECT type, tries, last_status, last_error, delivered_at IS NOT NULL AS delivered, given_up_at IS NOT NULL AS given_up,
              extract(epoch FROM next_at - now())::float8 AS again_in
       FROM webhook_deliveries ORDER BY created_at, type`,
    )
  ).rows;

function bodies(): Record<string, never>[] {
  return receiver.received.map(({ body }) => JSON.parse(body));
}

test('a new question is told with what a person must see, and a link; the signature is one that others’ libraries take', async () => {
  const key = await question('told-1', {
    shown: '{"card":"[secret]","cents":900,"to":"ben"}',
    stored: '{"card":{"$sealed":"Zm9v"},"cents":900,"to":"ben"}',
    secrets: ['card'],
  });
  await deliverWebhooks(parts);
  const [sent] = receiver.received;
  assert.ok(sent);
  const verified = new Webhook(SECRET).verify(sent.body, sent.headers as Record<string, string>) as Record<
    string,
    never
  >;
  const { item, url, decideAt, type } = verified as unknown as Record<
    string,
    Record<string, unknown> & string
  >;
  assert.equal(type, 'inbox.item.waiting');
  assert.equal(url, `https://panel.example/inbox?decide=${encodeURIComponent(key)}`);
  assert.equal(decideAt, `/api/approvals/${key}/decision`);
  assert.deepEqual(
    [item?.kind, item?.question, item?.risk, item?.args, item?.argsSha256],
    [
      'approval',
      'Pay?',
      'high',
      { card: '[secret]', cents: 900, to: 'ben' },
      sha256('{"card":"[secret]","cents":900,"to":"ben"}'),
    ],
  );
  assert.throws(() => new Webhook(SECRET).verify(`${sent.body} `, sent.headers as Record<string, string>));
  const another = `whsec_${randomBytes(32).toString('base64')}`;
  assert.throws(() => new Webhook(another).verify(sent.body, sent.headers as Record<string, string>));
});

test('an unknown outcome is told like a question, and so is each decision', async () => {
  const workerId = await insertWorker(api.database.pool);
  await insertRunRow(api.database.pool, 'told-2');
  const key = await insertUnknown(api.database.pool, { runId: 'told-2', workerId });
  await insertUnknown(api.database.pool, { runId: 'told-2', workerId, id: 'model', kind: 'model' });
  await deliverWebhooks(parts);
  assert.equal(receiver.received.length, 1, 'a model call is no item');
  const payload = { decision: { kind: 'give_up', reason: 'nobody knows' }, by: 'ann' };
  await api.app.inject({ method: 'POST', url: `/api/effects/${key}/resolution`, payload });
  await deliverWebhooks(parts);
  const [told, decided] = bodies() as unknown as {
    type: string;
    item: { effectKey: string };
    decision: string;
    decidedBy: string;
  }[];
  assert.deepEqual([told?.type, told?.item.effectKey], ['inbox.item.waiting', key]);
  assert.deepEqual(
    [decided?.type, decided?.decision, decided?.decidedBy],
    ['inbox.item.decided', 'give_up', 'ann'],
  );
});

test('a receiver that fails is tried again, ever more rarely, under the same id, until it takes it', async () => {
  await question('retried-1');
  receiver.answers = [500, 'reset', 302, 429];
  for (const wait of [15, 30, 60, 120]) {
    await deliverWebhooks(parts);
    const [row] = await state();
    assert.ok(!row.delivered && row.again_in > wait - 5 && row.again_in <= wait, `${row.again_in} s`);
    assert.ok(row.last_error);
    await deliverWebhooks(parts);
    await due();
  }
  assert.equal(receiver.received.length, 4, 'not before its time');
  await deliverWebhooks(parts);
  const [row] = await state();
  assert.deepEqual([row.delivered, row.tries, row.last_status, row.last_error], [true, 5, 200, null]);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  await due();
  await deliverWebhooks(parts);
  assert.equal(receiver.received.length, 5, 'what was taken is not sent again');
});

test('a receiver that is away for days is given up, and told of later items all the same', async () => {
  await question('late-1');
  await api.database.pool.query("UPDATE webhook_deliveries SET created_at = now() - interval '4 days'");
  receiver.answers = [503];
  await deliverWebhooks(parts);
  assert.deepEqual(
    (await state()).map(({ given_up }) => given_up),
    [true],
  );
  await question('late-2');
  await deliverWebhooks(parts);
  assert.deepEqual(
    (await state()).map(({ delivered }) => delivered),
    [false, true],
  );
});

test('an item that was decided before it could be told is not told as waiting', async () => {
  const key = await question('moot-1');
  receiver.answers = [500];
  await deliverWebhooks(parts);
  await decide(key);
  await due();
  await deliverWebhooks(parts);
  assert.deepEqual(
    bodies().map(({ type }) => type),
    ['inbox.item.waiting', 'inbox.item.decided'],
  );
});

test('two replicas that sweep at once send each webhook once', async () => {
  for (let n = 0; n < 12; n += 1) await question(`twice-${n}`);
  await Promise.all([deliverWebhooks(parts), deliverWebhooks(parts), deliverWebhooks(parts)]);
  assert.equal(receiver.received.length, 12);
});

test('a webhook outlives the API that made it: what was committed is sent by the next one', async () => {
  await question('outlived-1');
  const { pool: _, ...rest } = parts;
  const next = await createRuntime({ ...api.config, webhook: rest.config }, api.log);
  await next.start();
  await waitFor('the webhook', () => receiver.received.length === 1);
  const metrics: string = (await next.app.inject('/metrics')).body;
  assert.match(metrics, /^checkpoint_webhooks_pending 0$/m);
  await next.stop();
});

test('where nobody is to be told, nothing is kept', async () => {
  await question('nobody-1');
  await deliverWebhooks({ ...parts, config: undefined });
  assert.deepEqual(await state(), []);
});

test('a secret that is missing or too short is refused, and not shown', () => {
  const url = { CHECKPOINT_WEBHOOK_URL: 'http://bot.example' };
  for (const [environment, reason] of [
    [url, /belong together/],
    [{ CHECKPOINT_WEBHOOK_SECRET: SECRET }, /belong together/],
    [{ ...url, CHECKPOINT_WEBHOOK_SECRET: 'c2hvcnQ=' }, /24 to 64 random bytes/],
    [{ CHECKPOINT_WEBHOOK_URL: 'ftp://x', CHECKPOINT_WEBHOOK_SECRET: SECRET }, /CHECKPOINT_WEBHOOK_URL/],
  ] as const) {
    assert.throws(
      () => readWebhookConfig(environment),
      (thrown: Error) => reason.test(thrown.message) && !thrown.message.includes('c2hvcnQ='),
    );
  }
});
