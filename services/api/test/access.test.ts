/** Who may do what: tokens, roles, the panel's cookie, limits. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Me, Problem } from '@checkpoint/contracts/api';
import fastify, { type InjectOptions } from 'fastify';
import { createAuthenticator } from '../src/auth/authenticator.ts';
import { access } from '../src/plugins/access.ts';
import { rateLimits } from '../src/plugins/rate-limits.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertAgent, insertRunRow } from './support/rows.ts';
import { as, authWith, requestTo, tokenOf } from './support/tokens.ts';

const PEOPLE = {
  vera: ['viewer'],
  oscar: ['operator'],
  ann: ['approver'],
  kay: ['chaos'],
  fleet: ['worker'],
  ada: ['operator', 'approver', 'chaos'],
} as const;

/** What each route asks for, in full: a new route is written down here, by somebody who has thought about it. */
const ROUTES = {
  'GET /api/runs': 'viewer',
  'POST /api/runs': 'operator',
  'GET /api/runs/:runId': 'viewer',
  'POST /api/runs/:runId/cancel': 'operator',
  'GET /api/runs/:runId/steps': 'viewer',
  'GET /api/runs/:runId/steps/:step': 'viewer',
  'GET /api/runs/:runId/attempts': 'viewer',
  'GET /api/runs/:runId/resumes': 'viewer',
  'GET /api/runs/:runId/holds': 'viewer',
  'GET /api/runs/:runId/report': 'viewer',
  'GET /api/runs/:runId/effects': 'viewer',
  'GET /api/runs/:runId/mail': 'viewer',
  'GET /api/runs/:runId/history': 'viewer',
  'GET /api/runs/:runId/artifacts': 'viewer',
  'GET /api/runs/:runId/artifacts/:key/:name': 'viewer',
  'GET /api/runs/:runId/events': 'viewer',
  'GET /api/runs/:runId/approvals': 'viewer',
  'GET /api/events': 'viewer',
  'GET /api/agents': 'viewer',
  'GET /api/workers': 'viewer',
  'DELETE /api/workers/:workerId': 'chaos',
  'GET /api/workers/:workerId/session': 'worker',
  'GET /api/resumes': 'viewer',
  'GET /api/inbox': 'viewer',
  'GET /api/approvals/:approvalKey': 'viewer',
  'POST /api/approvals/:approvalKey/decision': 'approver',
  'GET /api/decisions': 'viewer',
  'GET /api/effects/unknown': 'viewer',
  'POST /api/effects/:effectKey/resolution': 'approver',
  'GET /api/me': 'public',
  'POST /api/login': 'public',
  'POST /api/logout': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'viewer',
  'GET /docs/errors/:page': 'public',
} as const;

let api: Harness;
before(async () => {
  api = await createHarness({ auth: authWith(PEOPLE) });
  await insertAgent(api.database.pool);
  await insertRunRow(api.database.pool, 'run-1');
});
after(() => api.close());

const routes = () =>
  [...api.app.accessOf].filter(
    ([route]) => !route.startsWith('HEAD ') && !/ \/docs(\/(static|json|yaml|$)|$)/.test(route),
  );
const guarded = () => routes().filter(([, needed]) => needed !== 'public');

async function problemOf(request: InjectOptions): Promise<Problem> {
  return (await api.app.inject(request)).json();
}

test('every route declares the role that it needs, and this list knows each', () => {
  assert.deepEqual(Object.fromEntries(routes().sort()), Object.fromEntries(Object.entries(ROUTES).sort()));
});

test('a route that declares no role keeps the API from starting', async () => {
  const app = fastify();
  await app.register(rateLimits, { requestsAMinute: 60 });
  await app.register(access, { authenticator: createAuthenticator(api.config.auth) });
  assert.throws(
    () => app.get('/api/forgotten', async () => 'open'),
    /\/api\/forgotten does not say which role it needs/,
  );
  await app.close();
});

test('without a token, and with one that opens nothing, every guarded route answers 401', async () => {
  for (const [route] of guarded()) {
    const { method, url, payload } = requestTo(route);
    const request = { method, url, ...(payload === undefined ? {} : { payload }) };
    const without = await api.app.inject(request);
    assert.equal(without.statusCode, 401, route);
    assert.equal(without.headers['www-authenticate'], 'Bearer realm="checkpoint"');
  }
  const { code, detail } = await problemOf({
    url: '/api/runs',
    headers: { authorization: 'Bearer nonsense' },
  });
  assert.equal(code, 'UNAUTHENTICATED');
  assert.match(detail, /opens nothing/);
  assert.equal(
    (await problemOf({ url: '/api/runs', headers: { authorization: 'Basic YTpi' } })).code,
    'UNAUTHENTICATED',
  );
});

test('every guarded route refuses whoever lacks its role, by name', async () => {
  const lookers: readonly string[] = ['viewer', 'operator', 'approver', 'chaos'];
  for (const [route, needed] of guarded()) {
    for (const [subject, [role]] of Object.entries(PEOPLE).filter(([name]) => name !== 'ada')) {
      if (role === needed || (needed === 'viewer' && lookers.includes(role))) continue;
      const response = await api.app.inject({ ...requestTo(route), headers: as(subject) });
      assert.equal(response.statusCode, 403, `${subject} at ${route}`);
      assert.equal(response.json().code, 'ROLE_MISSING');
      assert.match(response.json().detail, new RegExp(`^${subject} has ${role}, and this needs ${needed}`));
    }
  }
});

test('whoever may act may look, and several roles add up', async () => {
  for (const subject of ['vera', 'oscar', 'ann', 'kay', 'ada']) {
    assert.equal((await api.app.inject({ url: '/api/runs', headers: as(subject) })).statusCode, 200, subject);
  }
  const body = { agent: 'ledger', input: { documents: 1 } };
  const started = await api.app.inject({
    method: 'POST',
    url: '/api/runs',
    headers: as('ada'),
    payload: body,
  });
  assert.equal(started.statusCode, 201, started.body);
  const { rows } = await api.database.pool.query('SELECT started_by FROM runs WHERE run_id = $1', [
    started.json().runId,
  ]);
  assert.deepEqual(rows, [{ started_by: 'ada' }]);
});

test('faults are asked for by the role chaos only', async () => {
  const payload = { agent: 'ledger', input: { documents: 1 }, journal: 'off' };
  const refused = await api.app.inject({ method: 'POST', url: '/api/runs', headers: as('oscar'), payload });
  assert.equal(refused.statusCode, 403);
  assert.match(refused.json().detail, /^body\.journal: oscar needs the role chaos/);
  const taken = await api.app.inject({ method: 'POST', url: '/api/runs', headers: as('ada'), payload });
  assert.equal(taken.statusCode, 201, taken.body);
});

test('anybody may ask who they are, and probes need no token', async () => {
  const me = async (headers: Record<string, string> = {}): Promise<Me> =>
    (await api.app.inject({ url: '/api/me', headers })).json();
  assert.deepEqual(await me(), { authentication: 'on', subject: null, roles: [], expiresAt: null });
  assert.deepEqual(await me(as('ann')), {
    authentication: 'on',
    subject: 'ann',
    roles: ['approver'],
    expiresAt: null,
  });
  assert.equal((await api.app.inject('/healthz')).statusCode, 200);
  assert.ok([200, 503].includes((await api.app.inject('/readyz')).statusCode));
  assert.equal((await api.app.inject('/docs/json')).statusCode, 200);
});

test('the panel keeps its token in a cookie that no script reads and no other site sends', async () => {
  const login = await api.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { token: tokenOf('ann') },
  });
  assert.equal(login.json().subject, 'ann');
  const cookie = String(login.headers['set-cookie']);
  assert.match(cookie, /^checkpoint_token=token-of-ann; .*HttpOnly; SameSite=Strict$/);
  assert.doesNotMatch(cookie, /Secure/);
  const tls = { 'x-forwarded-proto': 'https' };
  const overTls = await api.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: tls,
    payload: { token: tokenOf('ann') },
  });
  assert.match(String(overTls.headers['set-cookie']), /; Secure/);
  const sent = { cookie: cookie.split(';')[0] ?? '' };
  assert.equal((await api.app.inject({ url: '/api/runs', headers: sent })).statusCode, 200);
  const elsewhere = { ...sent, 'sec-fetch-site': 'cross-site' };
  const forged = await api.app.inject({ method: 'POST', url: '/api/runs/run-1/cancel', headers: elsewhere });
  assert.equal(forged.json().code, 'CROSS_ORIGIN_REFUSED');
  const wrong = await api.app.inject({ method: 'POST', url: '/api/login', payload: { token: 'x' } });
  assert.equal(wrong.statusCode, 401);
  const over = await api.app.inject({ url: '/api/me', headers: { cookie: 'checkpoint_token=it-has-ended' } });
  assert.match(String(over.headers['set-cookie']), /^checkpoint_token=; Max-Age=0/);
  assert.equal(over.json().subject, null);
  const out = await api.app.inject({ method: 'POST', url: '/api/logout', headers: sent });
  assert.match(String(out.headers['set-cookie']), /^checkpoint_token=; Max-Age=0/);
});

test('a body over the limit is refused on every route that takes one', async () => {
  const payload = { text: 'x'.repeat(300 * 1024) };
  for (const [route] of routes().filter(([each]) => each.startsWith('POST '))) {
    const response = await api.app.inject({ ...requestTo(route), headers: as('ada'), payload });
    assert.equal(response.statusCode, 413, `${route}: ${response.body}`);
  }
});

test('whoever asks too often is told to wait, on every route; others are not', async () => {
  const busy = await api.another({ requestsAMinute: 60 });
  const ask = (headers: Record<string, string>, route = 'GET /api/agents') =>
    busy.app.inject({ ...requestTo(route), headers, remoteAddress: '10.0.0.1' });
  for (let n = 0; n < 60; n += 1) assert.equal((await ask(as('ada'))).statusCode, 200);
  for (let n = 0; n < 6; n += 1) await ask(as('ada'), 'POST /api/runs');
  for (const [route, needed] of guarded()) {
    if (needed === 'worker') continue;
    const refused = await ask(as('ada'), route);
    assert.equal(refused.statusCode, 429, route);
    assert.equal(refused.json().code, 'RATE_LIMITED');
    assert.ok(Number(refused.headers['retry-after']) > 0);
  }
  assert.equal((await ask(as('vera'))).statusCode, 200, 'another name at the same address');
  for (let n = 0; n < 61; n += 1) await ask({}, 'GET /healthz');
  for (const route of ['GET /healthz', 'GET /readyz', 'GET /api/me', 'GET /docs/errors/:page']) {
    assert.equal((await ask({}, route)).statusCode, 429, route);
  }
});

test('an address that guesses tokens is shut out; whoever has one comes in from there all the same', async () => {
  const guessed = await api.another();
  const ask = (token: string) =>
    guessed.app.inject({
      url: '/api/runs',
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: '10.0.0.2',
    });
  for (let n = 0; n < 60; n += 1) assert.equal((await ask(`guess-${n}`)).statusCode, 401);
  assert.equal((await ask('guess-61')).statusCode, 429);
  assert.equal((await ask(tokenOf('vera'))).statusCode, 200);
});
