import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { anthropicAnswers, anthropicPeer } from './anthropic-peer.ts';
import { chainOf, PAID, request } from './fixtures.ts';

const closers: (() => Promise<void>)[] = [];
after(async () => {
  await Promise.all(closers.map((close) => close()));
});

async function claude(...script: Parameters<typeof anthropicPeer>[0]) {
  const peer = await anthropicPeer(script);
  closers.push(peer.close);
  const config = {
    kind: 'anthropic',
    name: 'claude',
    baseUrl: peer.baseUrl,
    apiKeyEnv: 'KEY',
    model: 'claude-test',
    maxOutputTokens: 1_000,
    inputUsdPerMTok: 5,
    outputUsdPerMTok: 25,
  };
  return { peer, ask: chainOf([config], { secrets: () => 'secret-key' }) };
}

test('gives text, calls, tokens and cost of an Anthropic answer', async () => {
  const { peer, ask } = await claude(
    anthropicAnswers.message([
      { type: 'text', text: 'Paying.' },
      { type: 'tool_use', id: 'toolu_1', name: 'pay', input: { to: 'Ann', cents: 500 } },
    ]),
  );
  const reply = await ask(request());
  assert.deepEqual(reply, {
    text: 'Paying.',
    calls: [{ toolUseId: 'toolu_1', tool: 'pay', args: { to: 'Ann', cents: 500 } }],
    finishReason: 'tool-calls',
    usage: { inputTokens: 200, outputTokens: 50, costUsd: (200 * 5 + 50 * 25) / 1e6 },
    provider: 'claude',
    model: 'claude-test',
    fallbacks: [],
  });
  assert.equal(peer.requests[0]?.headers['x-api-key'], 'secret-key');
});

test('falls to the rules when Anthropic is overloaded, and says so', async () => {
  const { ask } = await claude(anthropicAnswers.error(529, 'Overloaded'));
  const reply = await ask(request());
  assert.equal(reply.provider, 'offline');
  assert.deepEqual(reply.fallbacks, [
    { provider: 'claude', code: 'HTTP_529', message: 'HTTP 529: Overloaded' },
  ]);
});

test('is shown the conversation in its own form: calls as tool_use, results as tool_result', async () => {
  const { peer, ask } = await claude(anthropicAnswers.message([{ type: 'text', text: 'Done.' }], 'end_turn'));
  assert.equal((await ask(request({ messages: PAID, step: 2 }))).text, 'Done.');
  const body = peer.requests[0]?.body as { messages: unknown; tools: { name: string }[] };
  assert.deepEqual(body.messages, [
    { role: 'user', content: [{ type: 'text', text: 'Pay Ann 5 dollars.' }] },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 's1_1', name: 'pay', input: { to: 'Ann', cents: 500 } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 's1_1', content: '{"receipt":"r-1"}' }] },
  ]);
  assert.deepEqual(
    body.tools.map((tool) => tool.name),
    ['finish', 'look', 'pay'],
  );
});
