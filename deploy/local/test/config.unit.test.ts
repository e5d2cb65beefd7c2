import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';

test('a value that cannot be used is an error that names the variable and the value', () => {
  assert.throws(() => readConfig({ CHECKPOINT_API_PORT: 'http' }), {
    code: 'CONFIG_INVALID',
    message: /CHECKPOINT_API_PORT is "http"/,
  });
});

test('no message shows the password of a database', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'mysql://me:secret@host/db' }),
    (error: Error) =>
      /DATABASE_URL is not usable: give postgres/.test(error.message) && !/secret/.test(error.message),
  );
});

test('an empty variable counts as absent', () => {
  assert.equal(readConfig({ CHECKPOINT_API_PORT: '' }).ports.api, 3000);
});

test('the services get what is meant for them and nothing else of the environment', () => {
  const { forServices } = readConfig({
    CHECKPOINT_FLEET_SIZE: '3',
    HOME: '/home/me',
    SSH_AUTH_SOCK: '/tmp/x',
  });
  assert.deepEqual(forServices, { CHECKPOINT_FLEET_SIZE: '3', HOME: '/home/me' });
});

test('the keys of the model providers go to the services under the names that the providers give', () => {
  const MODEL_PROVIDERS = '[{"kind":"anthropic","name":"a","apiKeyEnv":"MY_KEY","model":"m"}]';
  const { forServices } = readConfig({ MODEL_PROVIDERS, MY_KEY: 'k', OTHER_KEY: 'o' });
  assert.deepEqual(forServices, { MODEL_PROVIDERS, MY_KEY: 'k' });
});

test('the services get the keys that the model providers name, and no other key', () => {
  const MODEL_PROVIDERS = '[{"kind":"anthropic","name":"a","model":"m","apiKeyEnv":"MY_KEY"}]';
  const { forServices } = readConfig({ MODEL_PROVIDERS, MY_KEY: 'k', OTHER_KEY: 'o' });
  assert.deepEqual(forServices, { MODEL_PROVIDERS, MY_KEY: 'k' });
});
