import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_BODY_BYTES } from '../src/limits.ts';
import { arrivals, counts, keyOf, problem, put, startWitness, type TestWitness } from './support.ts';

let witness: TestWitness;
before(async () => {
  witness = await startWitness();
});
after(async () => await witness[Symbol.asyncDispose]());

test('gives back the bytes that were put', async () => {
  const bytes = Buffer.from([0, 1, 2, 255, 13, 10]);
  const answer = await put(witness, 'run-bytes/a.md', bytes, { key: keyOf('run-bytes'), epoch: 1 });
  assert.equal(answer.status, 200);
  const read = await fetch(`${witness.url}/files/run-bytes/a.md`);
  assert.deepEqual(Buffer.from(await read.arrayBuffer()), bytes);
  assert.equal(read.headers.get('content-type'), 'text/markdown');
  assert.equal(read.headers.get('etag'), answer.headers.get('etag'));
});

test('counts an identical PUT as an arrival but no application', async () => {
  const key = keyOf('run-same');
  for (const epoch of [1, 2]) await put(witness, 'run-same/a.md', 'same', { key, epoch });
  const { byKind } = await counts(witness, 'run-same');
  assert.deepEqual(byKind.file, { arrivals: 2, applications: 1, distinctKeys: 1, duplicates: 0 });
  const listed = await arrivals(witness, `key=${key}`);
  assert.deepEqual(
    listed.arrivals.map(({ verdict, epoch }) => [verdict, epoch]),
    [
      ['applied', 1],
      ['absorbed', 2],
    ],
  );
});

test('counts other bytes under the same key as a duplicate', async () => {
  const key = keyOf('run-other');
  await put(witness, 'run-other/a.md', 'first', { key, epoch: 1 });
  await put(witness, 'run-other/a.md', 'second', { key, epoch: 1 });
  assert.equal((await counts(witness, 'run-other')).byKind.file.duplicates, 1);
});

test('counts two keys that write two files as no duplicate', async () => {
  for (const step of [1, 2]) await put(witness, `run-two/${step}.md`, 'x', { key: keyOf('run-two', step) });
  const { total } = await counts(witness, 'run-two');
  assert.deepEqual(total, { arrivals: 2, applications: 2, distinctKeys: 2, duplicates: 0 });
});

test('gives one application for two PUTs of the same bytes at the same instant', async () => {
  const puts = Array.from({ length: 8 }, (_, index) =>
    put(witness, 'run-race/a.md', 'same', { key: keyOf('run-race'), epoch: index + 1 }),
  );
  const statuses = (await Promise.all(puts)).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([200]));
  const { byKind } = await counts(witness, 'run-race');
  assert.deepEqual(byKind.file, { arrivals: 8, applications: 1, distinctKeys: 1, duplicates: 0 });
});

test('refuses a PUT without a key and records that it came', async () => {
  const answer = await put(witness, 'run-nokey/a.md', 'x');
  assert.equal(answer.status, 400);
  assert.match((await problem(answer)).detail, /X-Effect-Key is missing/);
  const [arrival] = (await arrivals(witness, 'key=file:run-nokey/a.md')).arrivals;
  assert.equal(arrival?.verdict, 'refused');
  assert.equal((await fetch(`${witness.url}/files/run-nokey/a.md`)).status, 404);
});

test('refuses a key of another run, a bad epoch and a bad key, and records each', async () => {
  const bad = [
    { key: keyOf('run-elsewhere'), epoch: 1 },
    { key: keyOf('run-bad'), epoch: 'two' },
    { key: 'not a key', epoch: 1 },
  ];
  for (const headers of bad) assert.equal((await put(witness, 'run-bad/a.md', 'x', headers)).status, 400);
  const keys = [keyOf('run-elsewhere'), keyOf('run-bad'), 'file:run-bad/a.md'];
  for (const key of keys) {
    const listed = (await arrivals(witness, `key=${encodeURIComponent(key)}`)).arrivals;
    assert.deepEqual(
      listed.map(({ verdict }) => verdict),
      ['refused'],
    );
  }
});

test('refuses names that lead out of the store, and records the arrival', async () => {
  for (const name of ['..%2F..%2Fetc%2Fpasswd', '.hidden', 'a%20b', 'x'.repeat(200)]) {
    assert.equal((await put(witness, `run-names/${name}`, 'x', { key: keyOf('run-names') })).status, 400);
  }
  assert.deepEqual((await counts(witness, 'run-names')).byKind.file, {
    arrivals: 4,
    applications: 0,
    distinctKeys: 0,
    duplicates: 0,
  });
});

test('refuses a body over the limit with 413 and records the arrival', async () => {
  const answer = await put(witness, 'run-large/a.md', Buffer.alloc(MAX_BODY_BYTES + 1), {
    key: keyOf('run-large'),
  });
  assert.equal(answer.status, 413);
  assert.equal((await problem(answer)).code, 'PAYLOAD_TOO_LARGE');
  const [arrival] = (await arrivals(witness, 'runId=run-large')).arrivals;
  assert.deepEqual([arrival?.verdict, arrival?.bodySha256], ['refused', '']);
});

test('says FILE_NOT_FOUND for a file that was never put, and NOT_FOUND for an address that is none', async () => {
  const missing = await fetch(`${witness.url}/files/run-none/a.md`);
  assert.equal((await problem(missing)).code, 'FILE_NOT_FOUND');
  const nowhere = await fetch(`${witness.url}/nowhere`);
  assert.deepEqual([nowhere.status, (await problem(nowhere)).code], [404, 'NOT_FOUND']);
});
