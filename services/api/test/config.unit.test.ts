import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';

const DATABASE_URL = 'postgres://me:secret@127.0.0.1/checkpoint';

function handedOn(environment: Record<string, string>): Readonly<Record<string, string>> {
  const { DATABASE_URL: _, CHECKPOINT_API_URL: __, ...rest } = workerEnvironment(environment);
  return rest;
}

function workerEnvironment(environment: Record<string, string>): Readonly<Record<string, string>> {
  return readConfig({ ...environment, DATABASE_URL }).fleet.workerEnvironment;
}

test('the workers are told where to hold their sessions, unless the kernel picks the port', () => {
  assert.equal(
    workerEnvironment({ CHECKPOINT_API_PORT: '4000' }).CHECKPOINT_API_URL,
    'http://127.0.0.1:4000',
  );
  assert.equal(workerEnvironment({ CHECKPOINT_API_PORT: '0' }).CHECKPOINT_API_URL, undefined);
});

test('the workers get the keys of the model providers under the names that the providers give', () => {
  const MODEL_PROVIDERS = JSON.stringify([
    { kind: 'openai-compatible', name: 'local', baseUrl: 'http://127.0.0.1:8080/v1' },
    { kind: 'anthropic', name: 'a', apiKeyEnv: 'MY_KEY', model: 'm' },
  ]);
  assert.deepEqual(handedOn({ MODEL_PROVIDERS, MY_KEY: 'k', OTHER_KEY: 'o', LOG_LEVEL: 'info' }), {
    MODEL_PROVIDERS,
    MY_KEY: 'k',
    LOG_LEVEL: 'info',
  });
});

test('the workers get nothing else of the environment, and no boot id that two would share', () => {
  const environment = { SSH_AUTH_SOCK: '/tmp/x', CHECKPOINT_BOOT_ID: 'one', HOME: '/home/me' };
  assert.deepEqual(handedOn(environment), { HOME: '/home/me' });
});

test('a MODEL_PROVIDERS that is no list names no keys; the worker says what is wrong with it', () => {
  for (const MODEL_PROVIDERS of ['{', '{"apiKeyEnv":"MY_KEY"}', '[{"apiKeyEnv":"my-key"}, 7]', '']) {
    assert.deepEqual(handedOn({ MODEL_PROVIDERS, MY_KEY: 'k' }), { MODEL_PROVIDERS });
  }
});
