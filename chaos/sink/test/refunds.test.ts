import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { balance, lookUp, made, refund, request, setAccount } from './payment-support.ts';
import {
  arrivals,
  counts,
  getJson,
  keyOf,
  problem,
  sendJson,
  startWitness,
  type TestWitness,
} from './support.ts';

/** Milliseconds: far longer than a test takes, and short enough that a test can wait for its end. */
const LONG_MS = 3_600_000;
const SHORT_MS = 400;

let witness: TestWitness;
before(async () => {
  witness = await startWitness();
});
after(async () => await witness[Symbol.asyncDispose]());

test('makes a refund, keeps four digits of the card, and shows the money', async () => {
  const refunded = await made(await refund(witness, 'shop', { runId: 'run-made' }));
  const { at, id, ...figures } = refunded;
  assert.deepEqual(figures, {
    account: 'shop',
    effectKey: keyOf('run-made'),
    chargeId: 'ch_1001',
    amountMinor: 2490,
    currency: 'EUR',
    reason: 'arrived broken',
    cardLast4: '4242',
  });
  assert.match(id, /^re_\d+$/);
  assert.ok(Date.parse(at) > 0);
  await made(
    await refund(witness, 'shop', { runId: 'run-made', step: 2, body: { currency: 'USD', amountMinor: 5 } }),
  );
  assert.deepEqual(await balance(witness, 'shop', 'run-made'), [
    ['EUR', 1, 2490],
    ['USD', 1, 5],
  ]);
  const { rows } = await witness.database.pool.query(
    'SELECT * FROM refunds r JOIN arrivals a ON a.id = r.arrival_id',
  );
  assert.equal(JSON.stringify(rows).includes(`${request.cardNumber}`), false);
});

test('an account that nobody configured honours keys for a day and is looked up at once', async () => {
  assert.deepEqual(await getJson(witness, '/payments/nobody'), {
    idempotency: { windowMs: 86_400_000 },
    lookup: { lagMs: 0 },
  });
});

test('a key is honoured inside its window: the answer is replayed and the arrival absorbed', async () => {
  await setAccount(witness, 'keyed', { idempotency: { windowMs: LONG_MS }, lookup: 'none' });
  const tried = { runId: 'run-key', idempotencyKey: keyOf('run-key') };
  const first = await refund(witness, 'keyed', tried);
  const again = await refund(witness, 'keyed', { ...tried, epoch: 2 });
  assert.equal(again.status, 201);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(await again.text(), await first.text());
  const { byKind } = await counts(witness, 'run-key');
  assert.deepEqual(byKind.payment, { arrivals: 2, applications: 1, distinctKeys: 1, duplicates: 0 });
  const listed = (await arrivals(witness, `key=${keyOf('run-key')}`)).arrivals;
  assert.deepEqual(
    listed.map(({ verdict, epoch, target }) => [verdict, epoch, target]),
    [
      ['applied', 1, 'keyed/ch_1001'],
      ['absorbed', 2, 'keyed/ch_1001'],
    ],
  );
});

test('a key charges again after its window', async () => {
  await setAccount(witness, 'forgets', { idempotency: { windowMs: SHORT_MS }, lookup: 'none' });
  const tried = { runId: 'run-window', idempotencyKey: keyOf('run-window') };
  const first = await made(await refund(witness, 'forgets', tried));
  const later = await waitFor('the key to be forgotten', async () => {
    const refunded = await made(await refund(witness, 'forgets', tried));
    return refunded.id !== first.id && refunded;
  });
  assert.ok(Date.parse(later.at) - Date.parse(first.at) >= SHORT_MS);
  assert.equal((await counts(witness, 'run-window')).byKind.payment.duplicates, 1);
  assert.deepEqual(await balance(witness, 'forgets', 'run-window'), [['EUR', 2, 4980]]);
  await setAccount(witness, 'forgets', { idempotency: { windowMs: LONG_MS }, lookup: 'none' });
  const replayed = await made(await refund(witness, 'forgets', tried));
  assert.equal(replayed.id, later.id, 'the key stands for the later refund now');
});

test('a provider without keys charges each time, whatever the header says', async () => {
  await setAccount(witness, 'keyless', { idempotency: 'none', lookup: 'none' });
  const tried = { runId: 'run-keyless', idempotencyKey: keyOf('run-keyless') };
  for (let time = 0; time < 2; time++) await made(await refund(witness, 'keyless', tried));
  assert.equal((await counts(witness, 'run-keyless')).byKind.payment.duplicates, 1);
});

test('a request without a key is charged each time, also where keys are honoured', async () => {
  for (let time = 0; time < 2; time++) await made(await refund(witness, 'shop', { runId: 'run-nokey' }));
  assert.equal((await counts(witness, 'run-nokey')).byKind.payment.duplicates, 1);
});

test('refuses another body under the same key with 422 and charges nothing', async () => {
  const tried = { runId: 'run-422', idempotencyKey: keyOf('run-422') };
  await made(await refund(witness, 'shop', tried));
  const answer = await refund(witness, 'shop', { ...tried, body: { amountMinor: 2491 } });
  assert.deepEqual([answer.status, (await problem(answer)).code], [422, 'IDEMPOTENCY_KEY_REUSED']);
  const { byKind } = await counts(witness, 'run-422');
  assert.deepEqual(byKind.payment, { arrivals: 2, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('a key of one account means nothing at another', async () => {
  const tried = { runId: 'run-two', idempotencyKey: keyOf('run-two') };
  for (const account of ['shop', 'shop-two']) await made(await refund(witness, account, tried));
  assert.equal((await counts(witness, 'run-two')).byKind.payment.applications, 2);
});

test('a look-up that lags does not find a refund yet, and finds it later', async () => {
  await setAccount(witness, 'lags', { idempotency: 'none', lookup: { lagMs: LONG_MS } });
  const refunded = await made(await refund(witness, 'lags', { runId: 'run-lag' }));
  assert.deepEqual(await lookUp(witness, 'lags', keyOf('run-lag')), []);
  assert.deepEqual(await balance(witness, 'lags', 'run-lag'), [['EUR', 1, 2490]]);
  await setAccount(witness, 'lags', { idempotency: 'none', lookup: { lagMs: SHORT_MS } });
  const found = await waitFor('the look-up to show the refund', async () => {
    const refunds = await lookUp(witness, 'lags', keyOf('run-lag'));
    return refunds.length > 0 && refunds;
  });
  assert.deepEqual(found, [refunded]);
});

test('an account without a look-up says so, which is not the same as finding nothing', async () => {
  await setAccount(witness, 'blind', { idempotency: 'none', lookup: 'none' });
  const answer = await fetch(`${witness.url}/payments/blind/refunds?effectKey=${keyOf('run-blind')}`);
  assert.deepEqual([answer.status, (await problem(answer)).code], [404, 'PAYMENT_LOOKUP_ABSENT']);
});

test('refuses an older epoch with 409 when it is told to, and charges nothing', async () => {
  await sendJson(witness, 'PUT', '/policies/payment', { refuseOlderEpochs: true });
  const tried = { runId: 'run-epoch' };
  await made(await refund(witness, 'shop', { ...tried, epoch: 2 }));
  const answer = await refund(witness, 'shop', { ...tried, epoch: 1 });
  await sendJson(witness, 'PUT', '/policies/payment', { refuseOlderEpochs: false });
  assert.deepEqual([answer.status, (await problem(answer)).code], [409, 'EFFECT_EPOCH_OLD']);
  const { byKind } = await counts(witness, 'run-epoch');
  assert.deepEqual(byKind.payment, { arrivals: 2, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('refuses what is no refund, names the field, repeats no card number, and records the arrival', async () => {
  const bad: [body: object | string, words: RegExp][] = [
    ['{', /not JSON/],
    [{ amountMinor: 0 }, /amountMinor/],
    [{ currency: 'GBP' }, /currency/],
    [{ cardNumber: '4242-4242' }, /cardNumber: a card number has 12 to 19 digits$/],
    [{ surcharge: 1 }, /surcharge/],
  ];
  for (const [body, words] of bad) {
    const answer = await refund(witness, 'shop', { runId: 'run-bad', body });
    assert.equal(answer.status, 400);
    const { detail } = await problem(answer);
    assert.match(detail, words);
    assert.doesNotMatch(detail, /4242-4242/);
  }
  const { byKind } = await counts(witness, 'run-bad');
  assert.deepEqual(byKind.payment, { arrivals: bad.length, applications: 0, distinctKeys: 0, duplicates: 0 });
});

test('refuses a refund without an effect key, and an account that is no name, and records both', async () => {
  const answer = await sendJson(witness, 'POST', '/payments/shop/refunds', request);
  assert.match((await problem(answer)).detail, /X-Effect-Key is missing/);
  const [arrival] = (await arrivals(witness, 'key=payment:shop/ch_1001')).arrivals;
  assert.equal(arrival?.verdict, 'refused');
  assert.equal((await refund(witness, 'No%20Name', { runId: 'run-name' })).status, 400);
  assert.equal((await counts(witness, 'run-name')).byKind.payment.arrivals, 1);
});

test('twenty requests under one key at the same instant make one refund', async () => {
  const tried = { runId: 'run-race', idempotencyKey: keyOf('run-race') };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => refund(witness, 'shop', { ...tried, epoch: index + 1 })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  assert.deepEqual(
    [...statuses].filter((status) => status !== 201 && status !== 409),
    [],
  );
  const { payment } = (await counts(witness, 'run-race')).byKind;
  assert.deepEqual(payment, { arrivals: 20, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('shows refunds in the metrics', async () => {
  const text = await (await fetch(`${witness.url}/metrics`)).text();
  assert.match(text, /^checkpoint_witness_watched\{kind="payment"\} 1$/m);
  assert.match(text, /^checkpoint_effect_duplicates_total\{kind="payment",detector="witness"\} [1-9]/m);
});
