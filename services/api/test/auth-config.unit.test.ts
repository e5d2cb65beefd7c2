import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLogger } from '@checkpoint/telemetry';
import { waitFor } from '@checkpoint/testing';
import { createAuthenticator } from '../src/auth/authenticator.ts';
import { readAuthConfig } from '../src/auth/config.ts';
import { refuseExposure } from '../src/auth/exposure.ts';
import { readConfig } from '../src/config.ts';
import { tokenOf, tokensFor } from './support/tokens.ts';

const TOKENS = tokensFor({ ann: ['approver'] });
const config = (environment: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://me:secret@127.0.0.1/checkpoint', ...environment });
const log = createLogger({ service: 'test', level: 'silent' });

test('an API that others can reach and that asks nobody who they are does not start', () => {
  for (const CHECKPOINT_HOST of ['0.0.0.0', '::', '192.168.1.4', 'api.example']) {
    assert.throws(() => refuseExposure(config({ CHECKPOINT_HOST })), /nobody would be asked who they are/);
    for (const said of [
      { CHECKPOINT_AUTH: 'off-everywhere' },
      { CHECKPOINT_AUTH_TOKENS: TOKENS },
      { CHECKPOINT_OIDC_ISSUER: 'https://id.example', CHECKPOINT_OIDC_AUDIENCE: 'checkpoint' },
    ]) {
      refuseExposure(config({ CHECKPOINT_HOST, ...said }));
    }
  }
  for (const CHECKPOINT_HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) {
    refuseExposure(config({ CHECKPOINT_HOST }));
  }
});

test('settings that contradict each other, or lack their other half, are refused by name', () => {
  const refused: [Record<string, string>, RegExp][] = [
    [
      { CHECKPOINT_AUTH: 'off-everywhere', CHECKPOINT_AUTH_TOKENS: TOKENS },
      /CHECKPOINT_AUTH: is off-everywhere/,
    ],
    [{ CHECKPOINT_AUTH_TOKENS: TOKENS, CHECKPOINT_AUTH_TOKENS_FILE: '/x' }, /both set/],
    [{ CHECKPOINT_OIDC_ISSUER: 'https://id.example' }, /belong together/],
    [{ CHECKPOINT_OIDC_AUDIENCE: 'checkpoint' }, /belong together/],
    [{ CHECKPOINT_AUTH: 'off' }, /CHECKPOINT_AUTH/],
    [{ CHECKPOINT_OIDC_ROLES: '{"sre":["root"]}' }, /CHECKPOINT_OIDC_ROLES/],
    [{ CHECKPOINT_OIDC_ISSUER: 'id.example' }, /CHECKPOINT_OIDC_ISSUER/],
  ];
  for (const [environment, reason] of refused) assert.throws(() => readAuthConfig(environment), reason);
});

test('empty variables count as unset, as charts write them', () => {
  const empty = {
    CHECKPOINT_AUTH: '',
    CHECKPOINT_AUTH_TOKENS: '',
    CHECKPOINT_OIDC_ISSUER: '',
    CHECKPOINT_OIDC_ROLES: '',
  };
  assert.deepEqual(readAuthConfig(empty), readAuthConfig({}));
});

test('tokens that cannot be read are refused by their place, and never shown', () => {
  const plain = JSON.stringify([{ subject: 'ann', roles: ['approver'], sha256: 'hunter2-in-plain' }]);
  for (const tokens of [plain, 'hunter2', '[{"subject":"ann","roles":["boss"],"token":"hunter2"}]', '{}']) {
    assert.throws(
      () => createAuthenticator(readAuthConfig({ CHECKPOINT_AUTH_TOKENS: tokens })),
      (thrown: Error) => /CHECKPOINT_AUTH_TOKENS/.test(thrown.message) && !thrown.message.includes('hunter2'),
    );
  }
  assert.throws(
    () => createAuthenticator(readAuthConfig({ CHECKPOINT_AUTH_TOKENS_FILE: '/no/such/file' })),
    /ENOENT/,
  );
});

test('a token that is taken out of the file opens nothing any more, without a restart; a broken file changes nothing', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'checkpoint-tokens-')), 'tokens.json');
  await writeFile(file, tokensFor({ ann: ['approver'], ben: ['viewer'] }));
  const authenticator = createAuthenticator(readAuthConfig({ CHECKPOINT_AUTH_TOKENS_FILE: file }));
  authenticator.start(log);
  assert.equal((await authenticator.identify(tokenOf('ann')))?.subject, 'ann');
  await writeFile(file, 'not json');
  await writeFile(file, tokensFor({ ben: ['viewer'] }));
  await waitFor(
    'the token to open nothing',
    async () => (await authenticator.identify(tokenOf('ann'))) === undefined,
  );
  assert.equal((await authenticator.identify(tokenOf('ben')))?.subject, 'ben');
  await authenticator.stop();
});

test('the hash of a token is no token', async () => {
  const authenticator = createAuthenticator(readAuthConfig({ CHECKPOINT_AUTH_TOKENS: TOKENS }));
  const hash = createHash('sha256').update(tokenOf('ann')).digest('hex');
  for (const token of [hash, '', tokenOf('ann').toUpperCase(), `${tokenOf('ann')} `]) {
    assert.equal(await authenticator.identify(token), undefined, token);
  }
});

test('what opens the API is not handed to its workers', () => {
  const { workerEnvironment } = config({
    CHECKPOINT_AUTH_TOKENS: TOKENS,
    CHECKPOINT_OIDC_ISSUER: 'https://id.example',
    CHECKPOINT_OIDC_AUDIENCE: 'checkpoint',
    CHECKPOINT_WEBHOOK_URL: 'https://chat.example/hook',
    CHECKPOINT_WEBHOOK_SECRET: Buffer.alloc(32, 7).toString('base64'),
    CHECKPOINT_API_TOKEN: 'for the sessions',
  }).fleet;
  assert.deepEqual(
    Object.keys(workerEnvironment).filter((name) => name.startsWith('CHECKPOINT_')),
    ['CHECKPOINT_API_TOKEN', 'CHECKPOINT_API_URL'],
  );
});
