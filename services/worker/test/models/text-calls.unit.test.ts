import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decode } from '../../src/models/decode.ts';
import { LOOK, PAY, reply, TOOLS } from './fixtures.ts';

const PAY_ANN = { to: 'Ann', cents: 500 };
const CALL = JSON.stringify({ tool: 'pay', args: PAY_ANN });

function decoded(text: string, finishReason = 'stop', tools = TOOLS) {
  return decode(reply({ text, finishReason }), tools);
}

function argsOf(text: string, finishReason = 'stop') {
  const result = decoded(text, finishReason);
  assert.ok(result.ok, result.ok ? '' : `${result.problem} in ${text}`);
  return result.turn.calls.map((call) => call.args);
}

function assertNoCall(text: string, finishReason = 'stop') {
  // Without a finish tool a plain answer is fine, so this shows that the text was not taken for a plain answer either.
  for (const tools of [TOOLS, [PAY, LOOK]]) {
    const result = decoded(text, finishReason, tools);
    assert.ok(!result.ok, `must not be accepted: ${text} → ${JSON.stringify(result)}`);
  }
}

describe('calls in text', () => {
  const forms = {
    'as they are': CALL,
    'wrapped in prose': `I will pay now. ${CALL} That settles the bill.`,
    'in a fence': `Here:\n\`\`\`json\n${CALL}\n\`\`\`\nDone.`,
    'in a fence that nobody closed': `Here:\n\`\`\`json\n${CALL}`,
    'in tags': `<tool_call>\n${CALL}\n</tool_call>`,
    'after thinking aloud': `<think>Perhaps {"tool":"pay","args":{"to":"Bob","cents":1}}?</think>${CALL}`,
    'with braces in the prose before them': `The bill {no. 7} is due. ${CALL}`,
    'with OpenAI names': JSON.stringify({ name: 'pay', arguments: PAY_ANN }),
    'with arguments as a string': JSON.stringify({ name: 'pay', arguments: JSON.stringify(PAY_ANN) }),
    'with parameters': JSON.stringify({ type: 'function', name: 'pay', parameters: PAY_ANN }),
    'in a list of calls': JSON.stringify({ calls: [JSON.parse(CALL)] }),
    'with single quotes, a comment and a trailing comma':
      "{'tool': 'pay', /* Ann */ 'args': {'to': 'Ann', 'cents': 500,},}",
    'with names that nobody quoted, in prose':
      'Sure: {tool: "pay", args: {to: "Ann", cents: 500}} as you asked.',
  };
  for (const [form, text] of Object.entries(forms)) {
    test(`are found ${form}`, () => assert.deepEqual(argsOf(text), [PAY_ANN]));
  }

  test('are all taken when several blocks hold them, in order', () => {
    const bob = { to: 'Bob', cents: 7 };
    const text = `First:\n\`\`\`json\n${CALL}\n\`\`\`\nthen:\n\`\`\`json\n${JSON.stringify({ tool: 'pay', args: bob })}\n\`\`\``;
    assert.deepEqual(argsOf(text), [PAY_ANN, bob]);
  });

  test('are not doubled by a model that repeats itself, but two equal calls in one list are two', () => {
    assertNoCall(`I will send ${CALL}. So:\n${CALL}`);
    assert.deepEqual(argsOf(`{"calls":[${CALL},${CALL}]}`), [PAY_ANN, PAY_ANN]);
  });

  test('are taken whole from an answer that rambled on until it was cut off', () => {
    assert.deepEqual(argsOf(`${CALL}\nLet me explain why this is`, 'length'), [PAY_ANN]);
  });
});

describe('text that was cut off', () => {
  const note = JSON.stringify({ tool: 'pay', args: { ...PAY_ANN, note: 'for the "blue" chairs {no. 7}]' } });

  test('never calls a tool with arguments that were cut off, wherever the cut is', () => {
    for (const text of [note, `\`\`\`json\n${note}\n\`\`\``, `{"calls":[${note}]}`]) {
      const start = text.indexOf('{"tool"') + '{"tool":'.length;
      const end = text.lastIndexOf('}');
      for (let cut = start; cut <= end; cut += 1) {
        assertNoCall(text.slice(0, cut), 'length');
        // A server that hides the cut: finish_reason says `stop`.
        assertNoCall(text.slice(0, cut), 'stop');
      }
    }
  });

  test('is not mended even when the mended arguments would fit', () => {
    assertNoCall("{'tool': 'look', 'args': {'limit': 5", 'stop');
    assertNoCall('{"tool": "look", "args": {"limit": 5}', 'stop');
    assertNoCall('{"tool": "look", "args": {', 'length');
    assertNoCall("{'tool': 'look', 'args': {}}", 'length');
    // The cut fell into a string that ends with brackets, so every bracket has its partner.
    assertNoCall('{"tool": "pay", "args": {"to": "Ann", "cents": 5, "note": "a}}', 'stop');
    assertNoCall("{'tool': 'pay', 'args': {'to': 'Ann', 'cents': 5, 'note': 'a}}", 'stop');
  });

  test('loses no call in silence when a later one is cut', () => {
    assertNoCall(`${CALL}\n{"tool": "pay", "args": {"to": "Bo`, 'stop');
    for (const finishReason of ['stop', 'length']) {
      assertNoCall(`${CALL}\n{"to`, finishReason);
      assertNoCall(`<tool_call>${CALL}</tool_call>\n<tool_call>\n`, finishReason);
      assertNoCall('I will pay. <tool_call>\n', finishReason);
    }
  });

  test('cuts native arguments off as well', () => {
    for (const args of ['{"to":"Ann","cents":5', '{"to":"Ann","cents":500', '{"to":"Ann"']) {
      for (const finishReason of ['length', 'tool-calls']) {
        assert.ok(!decode(reply({ calls: [{ tool: 'pay', args }], finishReason }), TOOLS).ok);
      }
    }
  });
});

describe('text that only resembles a call', () => {
  const wrong = {
    'arguments beside "args"': '{"tool": "look", "limit": 5, "args": {}}',
    'no arguments at all': '{"tool": "look"}',
    'arguments that are no object': '{"tool": "look", "args": [5]}',
    'an elided list': '{"tool": "look", "args": {"limit": 5, ...}}',
    'a missing value': "{'tool': 'look', 'args': {'limit': }}",
    'a call hidden in the arguments of a broken one': `{'tool': 'nothing', 'args': ${CALL}}`,
    'another dialect': '<function=look><parameter=limit>5</parameter></function>',
    garbage: '{"tool": ]]}} %%%',
  };
  for (const [what, text] of Object.entries(wrong)) {
    test(`is no call and no final answer: ${what}`, () => assertNoCall(text));
  }

  test('is a final answer when it is data', () => {
    const result = decoded('The total is {"sum": 12, "items": [1, 2]}.', 'stop', [PAY]);
    assert.ok(result.ok);
    assert.deepEqual(result.turn.calls, []);
  });

  test('costs work that grows with its length, not with its square', () => {
    const SHORT = 20_000;
    const LONGER = 8;
    // Below this, in microseconds of CPU, a measurement is noise.
    const NOISE_US = 5_000;
    for (const unit of ['{', '[{', '{}', '"']) {
      const cpu = (length: number): number => {
        const text = unit.repeat(length / unit.length);
        const before = process.cpuUsage();
        decoded(text);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      };
      cpu(SHORT);
      const ratio = cpu(SHORT * LONGER) / Math.max(NOISE_US, cpu(SHORT));
      // The square would be 64 times the work. Eight times as long and garbage collected on the way: well below 40.
      assert.ok(
        ratio < 40,
        `${JSON.stringify(unit)}: ${LONGER} times as long cost ${ratio.toFixed(1)} times the work`,
      );
    }
  });
});
