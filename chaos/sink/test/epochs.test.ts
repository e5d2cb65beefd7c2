import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  arrivals,
  counts,
  getJson,
  keyOf,
  problem,
  put,
  send,
  sendJson,
  startWitness,
  type TestWitness,
} from './support.ts';

let witness: TestWitness;
before(async () => {
  witness = await startWitness();
});
after(async () => await witness[Symbol.asyncDispose]());

async function setPolicy(kind: 'file' | 'mail', refuseOlderEpochs: boolean): Promise<void> {
  assert.equal((await sendJson(witness, 'PUT', `/policies/${kind}`, { refuseOlderEpochs })).status, 200);
  assert.deepEqual(await getJson(witness, `/policies/${kind}`), { refuseOlderEpochs });
}

test('takes old epochs as long as nobody tells it otherwise', async () => {
  const key = keyOf('run-lax');
  await put(witness, 'run-lax/a.md', 'new', { key, epoch: 2 });
  assert.equal((await put(witness, 'run-lax/a.md', 'old', { key, epoch: 1 })).status, 200);
  assert.equal((await counts(witness, 'run-lax')).byKind.file.duplicates, 1);
});

test('refuses an older epoch of a file with 409 and records the refusal', async () => {
  await setPolicy('file', true);
  const key = keyOf('run-strict');
  await put(witness, 'run-strict/a.md', 'new', { key, epoch: 2 });
  for (const epoch of [1, undefined]) {
    const answer = await put(witness, 'run-strict/a.md', 'old', {
      key,
      ...(epoch === undefined ? {} : { epoch }),
    });
    assert.equal(answer.status, 409);
    assert.equal((await problem(answer)).code, 'EFFECT_EPOCH_OLD');
  }
  assert.equal((await put(witness, 'run-strict/a.md', 'new', { key, epoch: 2 })).status, 200);
  const { byKind } = await counts(witness, 'run-strict');
  assert.deepEqual(byKind.file, { arrivals: 4, applications: 1, distinctKeys: 1, duplicates: 0 });
  const listed = (await arrivals(witness, `key=${key}`)).arrivals;
  assert.deepEqual(
    listed.map(({ verdict }) => verdict),
    ['applied', 'refused', 'refused', 'absorbed'],
  );
  assert.match(listed[1]?.reason ?? '', /epoch 1 is older than 2/);
  await setPolicy('file', false);
});

test('refuses an older epoch of a mail with 554 and accepts nothing', async () => {
  await setPolicy('mail', true);
  const letter = { key: keyOf('run-mail'), messageId: '<strict@checkpoint.invalid>' };
  await send(witness, { ...letter, epoch: 5 });
  await assert.rejects(send(witness, { ...letter, epoch: 4 }), { responseCode: 554 });
  const { byKind } = await counts(witness, 'run-mail');
  assert.deepEqual(byKind.mail, { arrivals: 2, applications: 1, distinctKeys: 1, duplicates: 0 });
  await setPolicy('mail', false);
});

test('an epoch that was refused for one key does not matter for another', async () => {
  await setPolicy('file', true);
  await put(witness, 'run-keys/a.md', 'x', { key: keyOf('run-keys', 1), epoch: 9 });
  assert.equal(
    (await put(witness, 'run-keys/b.md', 'x', { key: keyOf('run-keys', 2), epoch: 1 })).status,
    200,
  );
  await setPolicy('file', false);
});
