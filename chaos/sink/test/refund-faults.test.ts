import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { balance, lookUp, made, refund } from './payment-support.ts';
import { arrivals, counts, keyOf, order, problem, startWitness, type TestWitness } from './support.ts';

let witness: TestWitness;
before(async () => {
  witness = await startWitness({ faultsAllowed: true });
});
after(async () => await witness[Symbol.asyncDispose]());

test('a 5xx after the refund went through leaves the refund made, and its key is answered with it', async () => {
  await order(witness, { kind: 'payment', fault: 'fail_after_commit', runId: 'run-500' });
  const tried = { runId: 'run-500', idempotencyKey: keyOf('run-500') };
  assert.equal((await refund(witness, 'shop', tried)).status, 500);
  assert.deepEqual(await balance(witness, 'shop', 'run-500'), [['EUR', 1, 2490]]);
  const again = await made(await refund(witness, 'shop', tried));
  assert.deepEqual(await lookUp(witness, 'shop', keyOf('run-500')), [again]);
  const { byKind } = await counts(witness, 'run-500');
  assert.deepEqual(byKind.payment, { arrivals: 2, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('a dropped answer leaves the refund made: sent again without a key, the card is refunded twice', async () => {
  await order(witness, { kind: 'payment', fault: 'drop_after_commit', effectKey: keyOf('run-drop') });
  await assert.rejects(refund(witness, 'shop', { runId: 'run-drop' }), /fetch failed/);
  assert.equal((await counts(witness, 'run-drop')).byKind.payment.applications, 1);
  await made(await refund(witness, 'shop', { runId: 'run-drop' }));
  assert.equal((await counts(witness, 'run-drop')).byKind.payment.duplicates, 1);
});

test('a rejection before the refund leaves nothing made and its key free', async () => {
  await order(witness, { kind: 'payment', fault: 'reject', code: 402, times: 2, runId: 'run-402' });
  const tried = { runId: 'run-402', idempotencyKey: keyOf('run-402') };
  for (let time = 0; time < 2; time++) {
    const answer = await refund(witness, 'shop', tried);
    assert.deepEqual([answer.status, (await problem(answer)).code], [402, 'FAULT_INJECTED']);
  }
  assert.deepEqual(await balance(witness, 'shop', 'run-402'), []);
  await made(await refund(witness, 'shop', { ...tried, body: { amountMinor: 100 } }));
  const listed = (await arrivals(witness, 'runId=run-402')).arrivals;
  assert.deepEqual(
    listed.map(({ verdict }) => verdict),
    ['refused', 'refused', 'applied'],
  );
});

test('a second request while the first is being worked on is answered with 409 and makes nothing', async () => {
  const key = keyOf('run-409');
  await order(witness, { kind: 'payment', fault: 'delay', delayMs: 500, runId: 'run-409' });
  const tried = { runId: 'run-409', idempotencyKey: key };
  const first = refund(witness, 'shop', tried);
  await waitFor('the first request to be worked on', async () => {
    const { rowCount } = await witness.database.pool.query(
      `SELECT FROM faults WHERE "order"->>'runId' = 'run-409' AND remaining = 0`,
    );
    return rowCount === 1;
  });
  const second = await refund(witness, 'shop', { ...tried, epoch: 2 });
  assert.deepEqual([second.status, (await problem(second)).code], [409, 'IDEMPOTENCY_KEY_IN_PROGRESS']);
  const refunded = await made(await first);
  assert.equal((await made(await refund(witness, 'shop', { ...tried, epoch: 2 }))).id, refunded.id);
  const { byKind } = await counts(witness, 'run-409');
  assert.deepEqual(byKind.payment, { arrivals: 3, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('a refund lands late, after its sender has given up', async () => {
  await order(witness, { kind: 'payment', fault: 'delay', delayMs: 300, runId: 'run-late' });
  const signal = AbortSignal.timeout(100);
  await assert.rejects(refund(witness, 'shop', { runId: 'run-late', signal }), { name: 'TimeoutError' });
  assert.equal((await counts(witness, 'run-late')).byKind.payment.arrivals, 0);
  const landed = await waitFor('the late refund to land', async () => {
    const { payment } = (await counts(witness, 'run-late')).byKind;
    return payment.applications > 0 && payment;
  });
  assert.deepEqual(landed, { arrivals: 1, applications: 1, distinctKeys: 1, duplicates: 0 });
});
