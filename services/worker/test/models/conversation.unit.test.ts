import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '@checkpoint/agent';
import { toModelMessages } from '../../src/models/conversation.ts';

const ASKED: Message[] = [
  { role: 'user', text: 'Go.' },
  {
    role: 'assistant',
    step: 1,
    text: '',
    calls: [
      { toolUseId: 'same.id', tool: 'look', args: { limit: 1 } },
      { toolUseId: 'b', tool: 'pay', args: {} },
    ],
  },
];
const LOOKED: Message = {
  role: 'tool',
  step: 1,
  toolUseId: 'same.id',
  tool: 'look',
  output: { ok: true, value: { b: 2, a: 1 } },
};
const REFUSED: Message = {
  role: 'tool',
  step: 1,
  toolUseId: 'b',
  tool: 'pay',
  output: { ok: false, error: { code: 'REFUSED', message: 'no money' } },
};

test('results follow their turn in the order of its calls, however the rows were read', () => {
  const one = toModelMessages([...ASKED, LOOKED, REFUSED]);
  const other = toModelMessages([
    ...ASKED,
    REFUSED,
    { ...LOOKED, output: { ok: true, value: { a: 1, b: 2 } } },
  ]);
  assert.equal(JSON.stringify(one), JSON.stringify(other));
  assert.deepEqual(one[2], {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 's1_1',
        toolName: 'look',
        output: { type: 'json', value: { a: 1, b: 2 } },
      },
      {
        type: 'tool-result',
        toolCallId: 's1_2',
        toolName: 'pay',
        output: { type: 'error-json', value: { code: 'REFUSED', message: 'no money' } },
      },
    ],
  });
});

test('ids that a model used again in another step stay apart', () => {
  const again: Message[] = [
    { role: 'assistant', step: 2, text: 'x', calls: [{ toolUseId: 'b', tool: 'look', args: {} }] },
    { role: 'tool', step: 2, toolUseId: 'b', tool: 'look', output: { ok: true, value: null } },
  ];
  const text = JSON.stringify(toModelMessages([...ASKED, LOOKED, REFUSED, ...again]));
  assert.equal(text.match(/"toolCallId":"s2_1"/g)?.length, 2);
  assert.equal(text.match(/"toolCallId":"s1_2"/g)?.length, 2);
});

test('a call without a result is told so, because providers refuse an open call', () => {
  const tool = toModelMessages([...ASKED, LOOKED])[2];
  assert.ok(tool?.role === 'tool');
  assert.deepEqual(tool.content[1], {
    type: 'tool-result',
    toolCallId: 's1_2',
    toolName: 'pay',
    output: { type: 'error-text', value: 'There is no result of this call.' },
  });
});

test('a result whose call is not in the conversation stops the work', () => {
  assert.throws(() => toModelMessages([{ role: 'user', text: 'Go.' }, LOOKED]), { code: 'INVARIANT_BROKEN' });
});
