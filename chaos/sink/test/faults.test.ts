import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WitnessFaultList } from '@checkpoint/contracts';
import { waitFor } from '@checkpoint/testing';
import {
  arrivals,
  counts,
  getJson,
  keyOf,
  order,
  problem,
  put,
  send,
  sendJson,
  startWitness,
  type TestWitness,
} from './support.ts';

let witness: TestWitness;
before(async () => {
  witness = await startWitness({ faultsAllowed: true });
});
after(async () => await witness[Symbol.asyncDispose]());

test('refuses orders of faults unless the configuration allows them', async () => {
  await using plain = await startWitness();
  const answer = await sendJson(plain, 'POST', '/faults', { kind: 'mail', fault: 'drop_after_commit' });
  assert.deepEqual([answer.status, (await problem(answer)).code], [403, 'FAULTS_NOT_ALLOWED']);
});

test('accepts a mail and drops the connection before its 250: done, but the caller saw a failure', async () => {
  await order(witness, { kind: 'mail', fault: 'drop_after_commit', runId: 'run-drop' });
  const letter = { key: keyOf('run-drop'), epoch: 1, messageId: '<drop@checkpoint.invalid>' };
  await assert.rejects(send(witness, letter), /closed|ECONNRESET|ECONNECTION/i);
  assert.equal((await fetch(`${witness.url}/mail/drop@checkpoint.invalid`)).status, 200);
  assert.match((await send(witness, letter)).response, /^250/);
  assert.equal((await counts(witness, 'run-drop')).byKind.mail.duplicates, 1);
  const listed = (await arrivals(witness, 'runId=run-drop')).arrivals;
  assert.match(listed[0]?.fault ?? '', /^drop_after_commit/);
  assert.equal(listed[1]?.fault, null);
});

test('rejects a mail before accepting it, as often as ordered', async () => {
  await order(witness, { kind: 'mail', fault: 'reject', code: 421, times: 2, runId: 'run-reject' });
  const letter = { key: keyOf('run-reject'), messageId: '<reject@checkpoint.invalid>' };
  for (let time = 0; time < 2; time++) await assert.rejects(send(witness, letter), { responseCode: 421 });
  assert.equal((await fetch(`${witness.url}/mail/reject@checkpoint.invalid`)).status, 404);
  await send(witness, letter);
  const { byKind } = await counts(witness, 'run-reject');
  assert.deepEqual(byKind.mail, { arrivals: 3, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('answers 500 to a PUT that it applied, and absorbs the second try', async () => {
  await order(witness, { kind: 'file', fault: 'fail_after_commit', runId: 'run-500' });
  const key = keyOf('run-500');
  assert.equal((await put(witness, 'run-500/a.md', 'x', { key, epoch: 1 })).status, 500);
  assert.equal(await (await fetch(`${witness.url}/files/run-500/a.md`)).text(), 'x');
  assert.equal((await put(witness, 'run-500/a.md', 'x', { key, epoch: 1 })).status, 200);
  const { byKind } = await counts(witness, 'run-500');
  assert.deepEqual(byKind.file, { arrivals: 2, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('drops the answer to a PUT that it applied', async () => {
  await order(witness, { kind: 'file', fault: 'drop_after_commit', effectKey: keyOf('run-cut') });
  await assert.rejects(
    put(witness, 'run-cut/a.md', 'x', { key: keyOf('run-cut'), epoch: 1 }),
    /fetch failed/,
  );
  assert.equal((await counts(witness, 'run-cut')).byKind.file.applications, 1);
});

test('lands a PUT late, after its sender has given up', async () => {
  await order(witness, {
    kind: 'file',
    fault: 'delay',
    delayMs: 300,
    when: 'before_commit',
    runId: 'run-late',
  });
  const sending = fetch(`${witness.url}/files/run-late/a.md`, {
    method: 'PUT',
    body: 'late',
    headers: { 'x-effect-key': keyOf('run-late') },
    signal: AbortSignal.timeout(100),
  });
  await assert.rejects(sending, { name: 'TimeoutError' });
  assert.equal((await counts(witness, 'run-late')).byKind.file.arrivals, 0);
  const landed = await waitFor('the late PUT to land', async () => {
    const { file } = (await counts(witness, 'run-late')).byKind;
    return file.applications > 0 && file;
  });
  assert.deepEqual(landed, { arrivals: 1, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('never gives one turn of a fault to two arrivals at the same instant', async () => {
  await order(witness, { kind: 'file', fault: 'reject', times: 2, runId: 'run-turns' });
  await order(witness, { kind: 'file', fault: 'reject', code: 502, runId: 'run-turns' });
  const puts = [1, 2, 3, 4, 5].map((step) =>
    put(witness, `run-turns/${step}.md`, 'x', { key: keyOf('run-turns', step) }),
  );
  const statuses = (await Promise.all(puts)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 502, 503, 503]);
});

test('keeps orders on record, and plays none that was cleared', async () => {
  await order(witness, { kind: 'file', fault: 'reject', times: 5, runId: 'run-clear' });
  assert.equal((await fetch(`${witness.url}/faults`, { method: 'DELETE' })).status, 204);
  assert.equal((await put(witness, 'run-clear/a.md', 'x', { key: keyOf('run-clear') })).status, 200);
  const { faults } = WitnessFaultList.parse(await getJson(witness, '/faults'));
  assert.deepEqual([faults[0]?.order.runId, faults[0]?.remaining], ['run-clear', 0]);
});
