import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PROVIDER_TIMEOUT_MS, parseModelProviders } from '../../src/models/config.ts';
import { createProviders } from '../../src/models/provider.ts';

const LOCAL = { kind: 'openai-compatible', name: 'local', baseUrl: 'http://127.0.0.1:8080/v1' };

function refused(config: unknown): string {
  try {
    parseModelProviders(typeof config === 'string' ? config : JSON.stringify(config));
  } catch (thrown) {
    assert.ok(thrown instanceof Error && 'code' in thrown);
    assert.equal(thrown.code, 'CONFIG_INVALID');
    return thrown.message;
  }
  return assert.fail('must not be accepted');
}

test('no configuration means offline only', () => {
  assert.deepEqual(parseModelProviders(undefined), []);
  assert.deepEqual(parseModelProviders('[]'), []);
});

test('time-out and prices have defaults', () => {
  const [local] = parseModelProviders(JSON.stringify([LOCAL]));
  assert.deepEqual(local, {
    ...LOCAL,
    timeoutMs: DEFAULT_PROVIDER_TIMEOUT_MS,
    inputUsdPerMTok: 0,
    outputUsdPerMTok: 0,
  });
});

test('a bad configuration is refused with field, value and remedy', () => {
  assert.equal(
    refused([{ ...LOCAL, timeoutMs: 5 }]),
    'MODEL_PROVIDERS[0].timeoutMs is 5: give whole milliseconds from 100 to 290000',
  );
  assert.equal(
    refused([{ ...LOCAL, kind: 'openai' }]),
    'MODEL_PROVIDERS[0].kind is "openai": use "openai-compatible" or "anthropic"',
  );
  assert.match(
    refused([LOCAL, LOCAL]),
    /MODEL_PROVIDERS\[1\]\.name is "local": give each provider its own name/,
  );
  assert.match(refused([{ ...LOCAL, name: 'offline' }]), /name is "offline": choose another name/);
  assert.match(
    refused([{ kind: 'anthropic', name: 'c', apiKeyEnv: 'K' }]),
    /\[0\]\.model is missing: give the name/,
  );
  assert.match(refused({ kind: 'anthropic' }), /MODEL_PROVIDERS is an object: give a JSON list/);
  assert.match(refused('[{'), /MODEL_PROVIDERS is not JSON: give a list such as/);
});

test('a key in the wrong place is refused and not repeated', () => {
  const key = 'sk-pasted-by-mistake';
  for (const provider of [
    { ...LOCAL, apiKeyEnv: key },
    { ...LOCAL, apiKey: key },
    { ...LOCAL, baseUrl: `http://user:${key}@127.0.0.1/v1` },
    { ...LOCAL, baseUrl: `http://127.0.0.1/v1?key=${key}` },
  ]) {
    assert.ok(!refused([provider]).includes(key));
  }
  assert.ok(!refused(`[{"apiKey": "${key}"`).includes(key));
});

test('a variable that should hold the key and does not is named before any run begins', () => {
  const providers = parseModelProviders(JSON.stringify([{ ...LOCAL, apiKeyEnv: 'LOCAL_KEY' }]));
  assert.throws(() => createProviders(providers, { secrets: () => undefined }), {
    code: 'CONFIG_INVALID',
    message: /MODEL_PROVIDERS\[0\]\.apiKeyEnv is "LOCAL_KEY", which is not set: set that variable/,
  });
});
