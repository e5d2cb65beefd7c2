import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, describe, test } from 'node:test';
import { canonicalJson } from '@checkpoint/contracts';
import { decode } from '../../src/models/decode.ts';
import { chainOf, PAID, request } from './fixtures.ts';
import { answers, type OpenAiPeerOptions, openAiPeer } from './openai-peer.ts';

const closers: (() => Promise<void>)[] = [];
after(async () => {
  await Promise.all(closers.map((close) => close()));
});

async function peerOf(script: OpenAiPeerOptions['script'], models?: readonly string[]) {
  const peer = await openAiPeer({ script, ...(models === undefined ? {} : { models }) });
  closers.push(peer.close);
  return peer;
}

function local(name: string, baseUrl: string, more: object = {}) {
  return { kind: 'openai-compatible', name, baseUrl, model: 'm', ...more };
}

const PAY_ANN = { to: 'Ann', cents: 500 };

/** An address of loopback at which nothing listens. */
async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}/v1`;
}

describe('the chain of providers', () => {
  test('gives the calls of the first provider, with its name, model, tokens and cost', async () => {
    const peer = await peerOf([answers.call('pay', PAY_ANN)]);
    const ask = chainOf([local('first', peer.baseUrl, { inputUsdPerMTok: 3, outputUsdPerMTok: 15 })]);
    const reply = await ask(request());
    assert.deepEqual(reply, {
      text: '',
      calls: [{ toolUseId: 'call_a', tool: 'pay', args: PAY_ANN }],
      finishReason: 'tool-calls',
      usage: { inputTokens: 100, outputTokens: 20, costUsd: (100 * 3 + 20 * 15) / 1e6 },
      provider: 'first',
      model: 'm',
      fallbacks: [],
    });
    assert.deepEqual(JSON.parse(JSON.stringify(reply)), reply, 'the journal stores it as it is');
  });

  test('answers by the rules of the agent, free of cost, when no provider is configured', async () => {
    const reply = await chainOf([])(request({ step: 7 }));
    assert.equal(`${reply.provider}/${reply.model}`, 'offline/payer-rules');
    assert.equal(reply.text, 'step 7 by rules');
    assert.deepEqual(reply.usage, { inputTokens: 0, outputTokens: 0, costUsd: 0 });
  });

  test('falls to the next provider when one hangs, and says so', async () => {
    const hanging = await peerOf([answers.hanging()]);
    const inBody = await peerOf([answers.hangingInBody()]);
    const good = await peerOf([answers.call('pay', PAY_ANN)]);
    const timeout = { timeoutMs: 150 };
    const reply = await chainOf([
      local('silent', hanging.baseUrl, timeout),
      local('stuck', inBody.baseUrl, timeout),
      local('good', good.baseUrl),
    ])(request());
    assert.equal(reply.provider, 'good');
    assert.deepEqual(reply.fallbacks, [
      { provider: 'silent', code: 'TIMED_OUT', message: 'no answer within 150 ms' },
      { provider: 'stuck', code: 'TIMED_OUT', message: 'no answer within 150 ms' },
    ]);
  });

  const failures = [
    {
      what: 'refuses the key (401)',
      answer: answers.status(401, 'bad key'),
      code: 'HTTP_401',
      says: /bad key/,
    },
    {
      what: 'breaks (500)',
      answer: answers.status(500, 'out of memory'),
      code: 'HTTP_500',
      says: /out of memory/,
    },
    { what: 'answers with a web page', answer: answers.garbage(), code: 'BAD_RESPONSE', says: /HTTP 200/ },
    { what: 'answers with other JSON', answer: answers.wrongJson(), code: 'BAD_RESPONSE', says: /HTTP 200/ },
  ];
  for (const failure of failures) {
    test(`falls to the next provider when one ${failure.what}, after one request and no retry`, async () => {
      const bad = await peerOf([failure.answer]);
      const good = await peerOf([answers.call('pay', PAY_ANN)]);
      const reply = await chainOf([local('bad', bad.baseUrl), local('good', good.baseUrl)])(request());
      assert.equal(reply.provider, 'good');
      assert.equal(reply.fallbacks[0]?.code, failure.code);
      assert.match(reply.fallbacks[0]?.message ?? '', failure.says);
      assert.equal(bad.requests.length, 1);
    });
  }

  test('falls to the rules when the only provider refuses the connection', async () => {
    const reply = await chainOf([local('gone', await deadAddress())])(request());
    assert.equal(reply.provider, 'offline');
    assert.equal(reply.fallbacks[0]?.code, 'UNREACHABLE');
    assert.match(reply.fallbacks[0]?.message ?? '', /ECONNREFUSED/);
  });

  test('never repeats a key, not even when the provider does', async () => {
    const key = 'sk-very-secret-0123456789';
    const peer = await peerOf([answers.status(401, `Incorrect API key provided: ${key}`)]);
    const ask = chainOf([local('strict', peer.baseUrl, { apiKeyEnv: 'MY_KEY' })], { secrets: () => key });
    const reply = await ask(request());
    assert.equal(peer.requests[0]?.headers.authorization, `Bearer ${key}`);
    assert.equal(reply.fallbacks[0]?.message, 'HTTP 401: Incorrect API key provided: [key]');
    assert.ok(!JSON.stringify(reply).includes(key));
  });

  test('ends in NO_PROVIDER, which may be retried, when the rules fail too', async () => {
    const offline = {
      name: 'payer',
      offline: () => {
        throw new Error('no rule fits');
      },
    };
    const bad = await peerOf([answers.status(500, 'down')]);
    await assert.rejects(chainOf([local('bad', bad.baseUrl)], { offline })(request()), {
      name: 'RetryableError',
      code: 'NO_PROVIDER',
      message: /bad: HTTP_500.*offline: FAILED, no rule fits/,
    });
  });

  test('stops at once and asks nobody else when the run is cancelled', async () => {
    const hanging = await peerOf([answers.hanging()]);
    const next = await peerOf([answers.call('pay', PAY_ANN)]);
    const controller = new AbortController();
    const asked = chainOf([local('silent', hanging.baseUrl), local('next', next.baseUrl)])(
      request({ signal: controller.signal }),
    );
    const gaveUp = assert.rejects(asked, { message: 'the run was cancelled' });
    await hanging.arrived(1);
    controller.abort(new Error('the run was cancelled'));
    await gaveUp;
    assert.equal(next.requests.length, 0);
  });

  test('sends the same bytes for the same conversation, whatever the order of the tools', async () => {
    const peer = await peerOf([answers.call('pay', PAY_ANN)]);
    const ask = chainOf([local('first', peer.baseUrl)]);
    const one = request();
    await ask(one);
    await ask(request({ tools: one.tools.toReversed() }));
    const [first, second] = peer.requests.map((seen) => JSON.stringify(seen.body));
    assert.equal(first, second);
    const body = peer.requests[0]?.body as { tools: { function: { name: string; parameters: object } }[] };
    assert.deepEqual(
      body.tools.map((tool) => tool.function.name),
      ['finish', 'look', 'pay'],
    );
    assert.match(canonicalJson(body.tools[2]?.function.parameters), /"required":\["to","cents"\]/);
  });

  test('shows a provider the conversation in its own form: calls and their results by id', async () => {
    const peer = await peerOf([answers.call('look', {})]);
    await chainOf([local('first', peer.baseUrl)])(request({ messages: PAID, step: 2 }));
    const body = peer.requests[0]?.body as { messages: { role: string }[] };
    assert.deepEqual(body.messages.slice(1), [
      { role: 'user', content: 'Pay Ann 5 dollars.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 's1_1', type: 'function', function: { name: 'pay', arguments: '{"to":"Ann","cents":500}' } },
        ],
      },
      { role: 'tool', tool_call_id: 's1_1', content: '{"receipt":"r-1"}' },
    ]);
  });

  test('keeps native arguments that are no JSON as they came, for the decoder to refuse', async () => {
    const peer = await peerOf([
      answers.truncatedCall('pay', PAY_ANN, 20),
      answers.calls({ id: 'a', name: 'nothing', arguments: '{}' }),
    ]);
    const ask = chainOf([local('first', peer.baseUrl)]);
    const cut = await ask(request());
    assert.deepEqual(
      [cut.calls[0]?.args, cut.finishReason],
      [JSON.stringify(PAY_ANN).slice(0, 20), 'length'],
    );
    const unknown = await ask(request());
    assert.deepEqual([unknown.provider, unknown.calls[0]?.tool], ['first', 'nothing']);
    for (const reply of [cut, unknown]) assert.ok(!decode(reply, request().tools).ok);
  });

  test('takes a call that came without any arguments for a bad response, never for {}', async () => {
    const peer = await peerOf([answers.calls({ id: 'a', name: 'look' })]);
    const reply = await chainOf([local('odd', peer.baseUrl)])(request());
    assert.deepEqual([reply.provider, reply.fallbacks[0]?.code], ['offline', 'BAD_RESPONSE']);
  });

  test('gives no random id to a call that came without one', async () => {
    const peer = await peerOf([
      answers.calls({ name: 'look', arguments: '{}' }, { id: 'call_b', name: 'look', arguments: '{}' }),
    ]);
    const reply = await chainOf([local('first', peer.baseUrl)])(request());
    assert.deepEqual(reply.calls, [
      { tool: 'look', args: {} },
      { toolUseId: 'call_b', tool: 'look', args: {} },
    ]);
  });
});
