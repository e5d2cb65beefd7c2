import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ERROR_CATALOGUE } from '@checkpoint/contracts';
import { Problem } from '@checkpoint/contracts/api';
import type { InjectOptions } from 'fastify';
import { MAX_NESTING_LEVELS } from '../src/limits.ts';
import { readCursor, writeCursor } from '../src/paging.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertAgent } from './support/rows.ts';

let api: Harness;
before(async () => {
  api = await createHarness();
  await insertAgent(api.database.pool);
});
after(() => api.close());

/** The problem that a request is refused with. */
async function refusal(request: InjectOptions | string, status = 400): Promise<Problem> {
  const response = await api.app.inject(request);
  assert.equal(response.statusCode, status, response.body);
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8');
  const problem = Problem.parse(response.json());
  assert.equal(problem.status, status);
  return problem;
}

function start(payload: string | object): Promise<Problem> {
  const headers = { 'content-type': 'application/json' };
  return refusal({ method: 'POST', url: '/api/runs', headers, payload });
}

const time = '2026-11-30 20:32:22.123456+00';

for (const [what, at, id] of [
  ['31 February', '2026-02-31 00:00:00+00', 'r'],
  ['words that Date.parse skips', 'Thu Jan 01 1970 00:00:00 (foo)', 'r'],
  ['a year of six digits', '+275760-09-12T00:00:00.000Z', 'r'],
  ['a year before Christ', '-000001-01-01T00:00:00Z', 'r'],
  ['the year 0', '0000-01-01 00:00:00+00', 'r'],
  ['the hour 24', '2026-11-30 24:00:00+00', 'r'],
  ['an offset that Postgres refuses', '2026-11-30 20:00:00+16', 'r'],
  ['a NUL in the id', time, 'a\0b'],
] as const) {
  test(`a cursor with ${what} is refused by name on every list`, async () => {
    const cursor = writeCursor({ at, id });
    for (const list of ['/api/runs', '/api/effects/unknown', '/api/resumes']) {
      const problem = await refusal(`${list}?cursor=${cursor}`);
      assert.equal(problem.code, 'BAD_REQUEST');
      assert.equal(problem.errors?.[0]?.field, 'querystring.cursor');
    }
  });
}

test('every time that Postgres writes is a cursor that it reads back, in any zone', async () => {
  const { rows } = await api.database.pool.query(
    `SELECT t::text AS at FROM (VALUES
       (timestamptz '2024-02-29 23:59:59.999999+00'), ('2026-01-01 00:00:00+05:30'), ('0001-06-01 00:00:00+00'),
       ('1890-01-01 00:00:00.1+00')) v(t)`,
  );
  for (const at of [
    time,
    '1890-01-01 00:19:32.1+00:19:32',
    '2026-01-01 00:00:00-03:30',
    ...rows.map((r) => r.at),
  ]) {
    const cursor = writeCursor({ at, id: 'r' });
    assert.deepEqual(readCursor(cursor), { at, id: 'r' });
    assert.equal((await api.app.inject(`/api/runs?cursor=${cursor}`)).statusCode, 200, at);
  }
});

test('a NUL is refused by the name of its field in body, query and path', async () => {
  const key = 'r:1:call_1';
  const refused: [string, Promise<Problem>][] = [
    ['body.agent', start({ agent: 'led\0ger' })],
    ['body.input.list.1.note', start({ agent: 'ledger', input: { list: [1, { note: '\0' }] } })],
    ['body.input', start({ agent: 'ledger', input: { 'a\0': 1 } })],
    ['querystring.agent', refusal('/api/runs?agent=led%00ger')],
    ['params.name', refusal(`/api/runs/r/artifacts/${key}/a%00b`)],
    [
      'body.decision.reason',
      refusal({
        method: 'POST',
        url: `/api/effects/${key}/resolution`,
        payload: { decision: { kind: 'give_up', reason: 'no\0' }, by: 'ann' },
      }),
    ],
  ];
  for (const [field, problem] of refused) {
    const { code, errors } = await problem;
    assert.equal(code, 'BAD_REQUEST');
    assert.equal(errors?.[0]?.field, field);
    assert.match(errors?.[0]?.message ?? '', /NUL/);
  }
});

test('an input nested 20,000 deep is refused by name, and one at the limit reaches the schema of the agent', async () => {
  const nested = (levels: number) => `{"agent":"ledger","input":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  for (const levels of [20_000, MAX_NESTING_LEVELS]) {
    const problem = await start(nested(levels));
    assert.equal(problem.code, 'BAD_REQUEST');
    assert.match(problem.detail, /^body\.input: is nested deeper than 100 levels; /);
    const objects = await start(`{"agent":"ledger","input":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`);
    assert.match(objects.detail, /^body\.input: is nested deeper than 100 levels; /);
  }
  const payload = nested(MAX_NESTING_LEVELS - 1);
  const headers = { 'content-type': 'application/json' };
  const reached = await refusal({ method: 'POST', url: '/api/runs', headers, payload }, 422);
  assert.equal(reached.code, 'AGENT_INPUT_INVALID');
});

test('an unknown key is named with what it held', async () => {
  const { detail, errors } = await start({ agent: 'ledger', colour: 'red', budgets: { 'a b': [1] } });
  assert.match(detail, /body\.colour: got "red": there is no such field; leave it out/);
  assert.deepEqual(errors?.map((error) => error.field).sort(), ['body.budgets["a b"]', 'body.colour']);
  assert.ok(errors?.some((error) => error.message.startsWith('got [1]: ')));
});

test('thousands of unknown keys are answered with twenty', async () => {
  const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, i]));
  assert.equal((await start({ agent: 'ledger', ...keys })).errors?.length, 20);
});

test('a body that is no object is named as what it is', async () => {
  assert.match((await start('[1]')).detail, /^body: got \[1\]: /);
  assert.match((await start('null')).detail, /^body: got null: /);
  assert.match((await refusal({ method: 'POST', url: '/api/runs' })).detail, /^body: is missing: /);
});

test('an address that the router refuses is a problem like all others', async () => {
  const encoding = await refusal('/api/runs/%E0%A4%A');
  assert.match(encoding.detail, /^address: got "\/api\/runs\/%E0%A4%A", whose percent-encoding/);
  const long = await refusal(`/api/runs/${'a'.repeat(1_025)}`, 414);
  assert.equal(long.code, 'BAD_REQUEST');
  assert.match(long.detail, /more than 1024 characters/);
});

test('the type of a problem is the address of its page', async () => {
  const { type } = await refusal('/api/runs/no-such-run', 404);
  const page = await api.app.inject(type);
  assert.equal(page.statusCode, 200);
  assert.equal(page.headers['content-type'], 'text/markdown; charset=utf-8');
  assert.match(page.body, /^# RUN_NOT_FOUND\n/);
  for (const code of Object.keys(ERROR_CATALOGUE)) {
    assert.equal((await api.app.inject(`/docs/errors/${code}.md`)).statusCode, 200, code);
  }
});

test('only pages of the catalogue are served', async () => {
  for (const page of ['NOPE.md', 'RUN_NOT_FOUND', 'toString.md', '..%2F..%2FREADME.md', 'run_not_found.md']) {
    assert.equal((await refusal(`/docs/errors/${page}`, 404)).code, 'NOT_FOUND', page);
  }
});
