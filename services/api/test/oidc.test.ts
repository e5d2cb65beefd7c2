/** JWTs of a real issuer that runs in this process: who is let in, and who is not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { OidcConfig } from '../src/auth/config.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { type Issuer, startIssuer } from './support/issuer.ts';
import { insertRunRow, insertUnknown, insertWorker } from './support/rows.ts';
import { as, authWith } from './support/tokens.ts';

const AUDIENCE = 'urn:checkpoint';
/** Longer than the API waits before it asks for keys that it does not know. */
const AFTER_COOLDOWN = { timeoutMs: 30_000, everyMs: 500 };

let issuer: Issuer;
let api: Harness;
let oidc: OidcConfig;
before(async () => {
  issuer = await startIssuer({
    ann: ['finance', 'all-staff'],
    otto: ['all-staff'],
    mallory: ['approver', '__proto__'],
  });
  oidc = {
    issuer: issuer.url,
    audience: AUDIENCE,
    subjectClaim: 'sub',
    rolesClaim: 'realm.groups',
    rolesByValue: { finance: ['approver'], 'all-staff': ['viewer'] },
  };
  api = await createHarness({ auth: authWith({ vera: ['viewer'] }, { oidc }) });
});
after(async () => {
  await api.close();
  await issuer.close().catch(() => undefined);
});

const ask = async (token: string, url = '/api/runs', app = api.app) =>
  (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
const inAMinute = () => Math.floor(Date.now() / 1_000) + 60;
const claims = () => ({ sub: 'ann', aud: AUDIENCE, exp: inAMinute(), realm: { groups: ['finance'] } });

test('a token of the issuer lets its subject in with the roles of its groups', async () => {
  const token = await issuer.grant('ann', AUDIENCE);
  const me = await api.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } });
  assert.deepEqual([me.json().subject, me.json().roles.sort()], ['ann', ['approver', 'viewer']]);
  assert.ok(Date.parse(me.json().expiresAt) > Date.now());
  assert.equal(await ask(token), 200);
  assert.equal(await ask(await issuer.grant('otto', AUDIENCE)), 200);
});

test('the audit holds the subject, and which issuer knows it', async () => {
  const workerId = await insertWorker(api.database.pool);
  await insertRunRow(api.database.pool, 'oidc-1');
  const key = await insertUnknown(api.database.pool, { runId: 'oidc-1', workerId });
  const decide = async (client: string) =>
    await api.app.inject({
      method: 'POST',
      url: `/api/effects/${key}/resolution`,
      headers: { authorization: `Bearer ${await issuer.grant(client, AUDIENCE)}` },
      payload: { decision: { kind: 'happened', providerRef: 're_1' } },
    });
  assert.equal((await decide('otto')).statusCode, 403, 'a group without the role');
  assert.equal((await decide('ann')).statusCode, 200);
  const { rows } = await api.database.pool.query(
    "SELECT decided_by, decided_via FROM decisions WHERE run_id = 'oidc-1'",
  );
  assert.deepEqual(rows, [{ decided_by: 'ann', decided_via: `oidc:${issuer.url}` }]);
});

test('a group that is nobody’s role gives none, whatever it is called', async () => {
  const token = await issuer.grant('mallory', AUDIENCE);
  assert.equal(await ask(token), 403);
});

test('a token for another audience, of another issuer, without an end, or over, opens nothing', async () => {
  assert.equal(await ask(await issuer.grant('ann', 'urn:another-service')), 401);
  assert.equal(await ask(await issuer.sign({ ...claims(), iss: 'http://elsewhere' })), 401);
  const { exp: _, ...endless } = claims();
  assert.equal(await ask(await issuer.sign(endless)), 401);
  assert.equal(await ask(await issuer.sign({ ...claims(), exp: inAMinute() - 120 })), 401);
  assert.equal(await ask(await issuer.sign({ ...claims(), nbf: inAMinute() })), 401);
  const { sub: __, ...nameless } = claims();
  assert.equal(await ask(await issuer.sign(nameless)), 401);
  assert.equal(await ask(await issuer.sign(claims())), 200, 'the same claims, whole');
});

test('a forged token opens nothing: another key under the same name, no signature, a secret in place of a key', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const forged = (header: { alg: string; kid?: string }, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(claims()).setProtectedHeader(header).setIssuer(issuer.url).sign(key);
  assert.equal(await ask(await forged({ alg: 'ES256', kid: 'first' }, privateKey)), 401);
  const publicBytes = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)));
  assert.equal(await ask(await forged({ alg: 'HS256', kid: 'first' }, publicBytes)), 401);
  const [, body] = (await issuer.sign(claims())).split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  assert.equal(await ask(`${none}.${body}.`), 401);
  assert.equal(await ask(`${none}.${body}.AAAA`), 401);
});

test('a stream of events ends with the token that opened it', async () => {
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const token = await issuer.sign({ ...claims(), exp: Math.floor(Date.now() / 1_000) + 2 });
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  assert.equal(response.status, 200);
  let ended = false;
  void response.text().then(() => {
    ended = true;
  });
  await waitFor('the end of the stream', () => ended);
});

test('tokens of the file work beside the issuer', async () => {
  assert.equal((await api.app.inject({ url: '/api/runs', headers: as('vera') })).statusCode, 200);
});

test('keys that the issuer has rotated are found', async () => {
  await issuer.rotate();
  const token = await issuer.grant('ann', AUDIENCE);
  await waitFor('the new key to be known', async () => (await ask(token)) === 200, AFTER_COOLDOWN);
});

test('an issuer that is away lets nobody in and says so; known keys go on', async () => {
  const token = await issuer.grant('ann', AUDIENCE);
  const fresh = await api.another();
  await issuer.close();
  assert.equal(await ask(token), 200);
  const response = await fresh.app.inject({
    url: '/api/runs',
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.statusCode, 503);
  assert.equal(response.json().code, 'ISSUER_UNAVAILABLE');
  assert.equal((await fresh.app.inject({ url: '/api/runs', headers: as('vera') })).statusCode, 200);
});
