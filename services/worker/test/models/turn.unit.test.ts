import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GuardrailError } from '@checkpoint/contracts';
import { garbled } from '../../src/models/garble.ts';
import { takeTurn } from '../../src/models/turn.ts';
import type { ModelRequest, RawReply } from '../../src/models/types.ts';
import { LOOK, OPENING, reply, request, TOOLS } from './fixtures.ts';

const GOOD = reply({ calls: [{ tool: 'look', args: {} }] });

function scripted(...replies: RawReply[]) {
  const asked: { request: ModelRequest; ordinal: 1 | 2 }[] = [];
  const ask = async (asking: ModelRequest, ordinal: 1 | 2) => {
    asked.push({ request: asking, ordinal });
    return replies[asked.length - 1] ?? assert.fail('asked too often');
  };
  return { ask, asked };
}

test('a usable answer needs one call and no re-prompt', async () => {
  const { ask, asked } = scripted(GOOD);
  const taken = await takeTurn({ request: request(), ask });
  assert.equal(taken.reprompts, 0);
  assert.deepEqual(taken.replies, [GOOD]);
  assert.equal(asked.length, 1);
});

test('an unusable answer is followed by one re-prompt that shows it and names the problem', async () => {
  const bad = reply({ text: 'I paid.' });
  const { ask, asked } = scripted(bad, GOOD);
  const taken = await takeTurn({ request: request({ step: 4 }), ask });
  assert.equal(taken.reprompts, 1);
  assert.deepEqual(taken.replies, [bad, GOOD]);
  assert.deepEqual(asked[1]?.ordinal, 2);
  const messages = asked[1]?.request.messages ?? [];
  assert.deepEqual(messages.slice(0, OPENING.length), OPENING);
  assert.deepEqual(messages.at(-2), { role: 'assistant', step: 4, text: 'I paid.', calls: [] });
  const last = messages.at(-1);
  assert.ok(last?.role === 'user');
  assert.match(last.text, /the answer called no tool/);
});

test('re-prompts once, then keeps the first 500 characters', async () => {
  const long = `still no call ${'x'.repeat(600)}`;
  const { ask, asked } = scripted(reply({ text: 'no call' }), reply({ text: long }));
  const error = await takeTurn({ request: request(), ask }).then(
    () => assert.fail('must not pass'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof GuardrailError);
  assert.equal(error.rawText, long.slice(0, 500));
  assert.equal(asked.length, 2);
});

test('a failure of the chain is no bad answer: it passes through', async () => {
  const ask = async () => Promise.reject(new Error('NO_PROVIDER'));
  await assert.rejects(takeTurn({ request: request(), ask }), { message: 'NO_PROVIDER' });
});

test('a garbled reply is unusable to every agent, and ends in the guardrail when both are garbled', async () => {
  for (const tools of [TOOLS, [LOOK], []]) {
    const { ask } = scripted(garbled(GOOD), garbled(GOOD));
    await assert.rejects(takeTurn({ request: request({ tools }), ask }), {
      code: 'GUARDRAIL',
      rawText: garbled(GOOD).text,
    });
  }
  const mended = await takeTurn({ request: request(), ask: scripted(garbled(GOOD), GOOD).ask });
  assert.equal(mended.reprompts, 1);
});
