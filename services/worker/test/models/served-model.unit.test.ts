import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chainOf, request } from './fixtures.ts';
import { answers, openAiPeer } from './openai-peer.ts';

const closers: (() => Promise<void>)[] = [];
after(async () => {
  await Promise.all(closers.map((close) => close()));
});

async function server(script: Parameters<typeof openAiPeer>[0]['script'], models: readonly string[]) {
  const peer = await openAiPeer({ script, models });
  closers.push(peer.close);
  return peer;
}

function withoutModel(baseUrl: string) {
  return [{ kind: 'openai-compatible', name: 'local', baseUrl }];
}

test('asks a local server which model it serves, once', async () => {
  const peer = await server([answers.call('look', {})], ['nomic-embed-text', 'qwen-local']);
  const ask = chainOf(withoutModel(peer.baseUrl));
  assert.equal((await ask(request())).model, 'qwen-local');
  assert.equal((await ask(request())).model, 'qwen-local');
  assert.equal(peer.modelRequests.length, 1);
});

test('asks again after a failure, so that a server restarted with another model is noticed', async () => {
  const script = [answers.call('look', {}), answers.status(404, 'model not found'), answers.call('look', {})];
  const peer = await server(script, ['old']);
  const ask = chainOf(withoutModel(peer.baseUrl));
  assert.equal((await ask(request())).model, 'old');
  peer.serve(['new']);
  assert.equal((await ask(request())).fallbacks[0]?.code, 'HTTP_404');
  assert.equal((await ask(request())).model, 'new');
});

test('says that a server serves no model', async () => {
  const peer = await server([answers.call('look', {})], []);
  const reply = await chainOf(withoutModel(peer.baseUrl))(request());
  assert.equal(reply.provider, 'offline');
  assert.equal(reply.fallbacks[0]?.code, 'NO_MODEL');
});
