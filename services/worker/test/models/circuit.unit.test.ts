import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chainOf, request } from './fixtures.ts';
import { answers, openAiPeer } from './openai-peer.ts';

const closers: (() => Promise<void>)[] = [];
after(async () => {
  await Promise.all(closers.map((close) => close()));
});

async function peerOf(...script: Parameters<typeof openAiPeer>[0]['script']) {
  const peer = await openAiPeer({ script });
  closers.push(peer.close);
  return peer;
}

function provider(baseUrl: string, timeoutMs = 10_000) {
  return [{ kind: 'openai-compatible', name: 'dead', baseUrl, model: 'm', timeoutMs }];
}

test('a dead provider costs its time-out twice, not on each of 30 steps, and the fall-back says why', async () => {
  const peer = await peerOf(answers.hanging());
  const ask = chainOf(provider(peer.baseUrl, 100));
  const codes: string[] = [];
  for (let step = 1; step <= 30; step += 1) {
    const reply = await ask(request({ step }));
    assert.equal(reply.provider, 'offline');
    codes.push(reply.fallbacks[0]?.code ?? '');
    if (step === 30)
      assert.match(reply.fallbacks[0]?.message ?? '', /not asked.*2 times in a row; last: TIMED_OUT/);
  }
  assert.deepEqual(codes, ['TIMED_OUT', 'TIMED_OUT', ...Array.from({ length: 28 }, () => 'CIRCUIT_OPEN')]);
  assert.equal(peer.requests.length, 2);
});

test('a provider that came back is asked again after the pause', async () => {
  const peer = await peerOf(answers.status(500, 'a'), answers.status(500, 'b'), answers.call('look', {}));
  const circuit = { failures: 2, firstPauseMs: 20, longestPauseMs: 20 };
  const ask = chainOf(provider(peer.baseUrl), { circuit });
  assert.equal((await ask(request())).fallbacks[0]?.code, 'HTTP_500');
  assert.equal((await ask(request())).fallbacks[0]?.code, 'HTTP_500');
  const deadline = AbortSignal.timeout(10_000);
  let reply = await ask(request());
  while (reply.provider === 'offline') {
    deadline.throwIfAborted();
    assert.equal(reply.fallbacks[0]?.code, 'CIRCUIT_OPEN');
    await new Promise(setImmediate);
    reply = await ask(request());
  }
  assert.deepEqual([reply.provider, reply.fallbacks], ['dead', []]);
});

test('a request that the provider calls wrong does not count against the provider', async () => {
  const peer = await peerOf(answers.status(400, 'context too long'));
  const ask = chainOf(provider(peer.baseUrl));
  for (let step = 1; step <= 4; step += 1)
    assert.equal((await ask(request())).fallbacks[0]?.code, 'HTTP_400');
  assert.equal(peer.requests.length, 4);
});

test('a cancelled run does not count against the provider', async () => {
  const peer = await peerOf(answers.hanging(), answers.hanging(), answers.call('look', {}));
  const ask = chainOf(provider(peer.baseUrl));
  for (const cancelled of [1, 2]) {
    const controller = new AbortController();
    const asked = ask(request({ signal: controller.signal }));
    const gaveUp = assert.rejects(asked, { message: `cancelled ${cancelled}` });
    await peer.arrived(cancelled);
    controller.abort(new Error(`cancelled ${cancelled}`));
    await gaveUp;
  }
  assert.equal((await ask(request())).provider, 'dead');
});
