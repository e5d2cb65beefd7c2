import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { arrivals, keyOf, problem, put, send, startWitness, type TestWitness } from './support.ts';

let witness: TestWitness;
before(async () => {
  witness = await startWitness();
});
after(async () => await witness[Symbol.asyncDispose]());

test('gives every arrival once, in order, to a reader that turns pages', async () => {
  for (let step = 1; step <= 5; step++) {
    await put(witness, `run-pages/${step}.md`, 'x', { key: keyOf('run-pages', step) });
  }
  const steps: string[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const page = await arrivals(witness, `runId=run-pages&limit=2&after=${from}`);
    steps.push(...page.arrivals.map(({ effectKey }) => effectKey));
    from = page.nextAfter;
  }
  assert.deepEqual(
    steps,
    [1, 2, 3, 4, 5].map((step) => keyOf('run-pages', step)),
  );
});

test('refuses to change, remove or empty the record of arrivals, also to its own role', async () => {
  await put(witness, 'run-kept/a.md', 'x', { key: keyOf('run-kept') });
  for (const statement of [
    "UPDATE arrivals SET verdict = 'absorbed'",
    'DELETE FROM arrivals',
    'TRUNCATE arrivals CASCADE',
  ]) {
    await assert.rejects(witness.database.pool.query(statement), /keeps every arrival/);
  }
});

test('names the field, in a problem, that a query has wrong', async () => {
  const answer = await fetch(`${witness.url}/arrivals?limit=0`);
  assert.equal(answer.status, 400);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  const { code, errors } = await problem(answer);
  assert.equal(code, 'BAD_REQUEST');
  assert.match(errors?.[0]?.field ?? '', /limit/);
});

test('shows the counts to Prometheus, with 0 for what has not happened yet', async () => {
  await send(witness, { key: keyOf('run-metrics'), messageId: '<metrics@checkpoint.invalid>' });
  const text = await (await fetch(`${witness.url}/metrics`)).text();
  assert.match(text, /checkpoint_witness_arrivals_total\{kind="mail"\} 1\b/);
  assert.match(text, /checkpoint_witness_applications_total\{kind="mail"\} 1\b/);
  assert.match(text, /checkpoint_effect_duplicates_total\{kind="mail",detector="witness"\} 0\b/);
  assert.match(text, /checkpoint_effect_duplicates_total\{kind="file",detector="witness"\} 0\b/);
});

test('is healthy and ready while its database answers and its ports are open', async () => {
  for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(witness.url + path)).status, 200);
});

test('is not ready once its database is gone', async () => {
  await using broken = await startWitness();
  await broken.database.pool.end();
  assert.equal((await fetch(`${broken.url}/healthz`)).status, 200);
  assert.ok((await fetch(`${broken.url}/readyz`)).status >= 500);
});
