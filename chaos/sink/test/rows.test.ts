import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WitnessKeyList } from '@checkpoint/contracts';
import { counts, getJson, keyOf, problem, put, startLedger, startWitness } from './support.ts';

const INSERT = 'INSERT INTO ledger_rows (run_id, effect_key, effect_epoch) VALUES ($1, $2, 1)';

test('counts a second ledger row of an effect as a duplicate', async () => {
  await using ledger = await startLedger();
  await using witness = await startWitness({ ledger: ledger.ledger });
  for (const step of [1, 2, 2]) await ledger.pool.query(INSERT, ['run-1', keyOf('run-1', step)]);
  await ledger.pool.query(INSERT, ['run-2', keyOf('run-2')]);
  const seen = await counts(witness, 'run-1');
  assert.deepEqual(seen.byKind.row, { arrivals: 3, applications: 3, distinctKeys: 2, duplicates: 1 });
  assert.deepEqual(seen.sources, ['file', 'row', 'mail', 'payment']);
  assert.equal((await counts(witness)).total.applications, 4);
});

test('lists what it saw under each key, ledger rows beside files', async () => {
  await using ledger = await startLedger();
  await using witness = await startWitness({ ledger: ledger.ledger });
  await ledger.pool.query(INSERT, ['run-1', keyOf('run-1', 2)]);
  await put(witness, 'run-1/a.md', 'x', { key: keyOf('run-1', 1) });
  const { keys } = WitnessKeyList.parse(await getJson(witness, '/keys?runId=run-1'));
  assert.deepEqual(keys, [
    { effectKey: keyOf('run-1', 1), kind: 'file', arrivals: 1, applications: 1 },
    { effectKey: keyOf('run-1', 2), kind: 'row', arrivals: 1, applications: 1 },
  ]);
});

test('says that rows are not watched when no ledger is configured', async () => {
  await using witness = await startWitness();
  const { sources, byKind } = await counts(witness);
  assert.deepEqual(sources, ['file', 'mail', 'payment']);
  assert.equal(byKind.row.applications, 0);
  const metrics = await (await fetch(`${witness.url}/metrics`)).text();
  assert.match(metrics, /checkpoint_witness_watched\{kind="row"\} 0/);
  assert.doesNotMatch(metrics, /applications_total\{kind="row"\}/);
});

test('gives no count at all, instead of 0, when the ledger cannot be read', async () => {
  await using ledger = await startLedger();
  await using witness = await startWitness({ ledger: ledger.ledger });
  await ledger.pool.query('DROP TABLE ledger_rows');
  for (const path of ['/counts', '/keys?runId=run-1', '/metrics', '/readyz']) {
    const answer = await fetch(witness.url + path);
    assert.equal(answer.status, 503, path);
    const { code, detail } = await problem(answer);
    assert.equal(code, 'DATABASE_UNAVAILABLE');
    assert.match(detail, /WITNESS_LEDGER_DATABASE_URL/);
  }
});
