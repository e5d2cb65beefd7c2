import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decode } from '../../src/models/decode.ts';
import type { RawReply } from '../../src/models/types.ts';
import { FINISH, LOOK, PAY, reply, TOOLS } from './fixtures.ts';

const PAY_ANN = { to: 'Ann', cents: 500 };
const CALL = { tool: 'pay', args: PAY_ANN };

function calls(part: Partial<RawReply>) {
  const decoded = decode(reply(part), TOOLS);
  assert.ok(decoded.ok, decoded.ok ? '' : decoded.problem);
  return decoded.turn.calls;
}

function problem(part: Partial<RawReply>, tools = TOOLS) {
  const decoded = decode(reply(part), tools);
  assert.ok(!decoded.ok, `must not be accepted: ${JSON.stringify(decoded)}`);
  return decoded.problem;
}

describe('native calls', () => {
  test('are taken with their kind and the arguments that the model wrote', () => {
    assert.deepEqual(calls({ calls: [{ toolUseId: 'a', ...CALL }] }), [
      { toolUseId: 'a', tool: 'pay', kind: 'effect', args: PAY_ANN },
    ]);
  });

  test('count before anything that the text says', () => {
    const text = JSON.stringify({ tool: 'pay', args: { to: 'Bob', cents: 9 } });
    assert.deepEqual(calls({ text, calls: [{ toolUseId: 'a', tool: 'look', args: {} }] }).length, 1);
  });

  test('never call a tool with {} when fields are required', () => {
    assert.match(problem({ calls: [{ tool: 'pay', args: {} }] }), /pay do not fit[\s\S]*→ at to/);
    assert.match(problem({ calls: [{ tool: 'pay', args: '' }] }), /pay do not fit/);
  });

  test('may be empty when nothing is required', () => {
    for (const args of [{}, '']) assert.deepEqual(calls({ calls: [{ tool: 'look', args }] })[0]?.args, {});
  });

  test('never call a tool with arguments that are no object, are mistyped or are missing', () => {
    for (const args of [null, 5, 'five', [PAY_ANN], undefined]) {
      assert.match(problem({ calls: [{ tool: 'pay', args }] }), /not a complete JSON object/);
      assert.match(problem({ calls: [{ tool: 'look', args }] }), /not a complete JSON object/);
    }
    assert.match(problem({ calls: [{ tool: 'pay', args: { to: 'Ann', cents: '500' } }] }), /→ at cents/);
  });

  test('of a tool that does not exist are refused, and the model is told which exist', () => {
    assert.match(
      problem({ calls: [{ tool: 'pai', args: {} }] }),
      /no tool "pai"; the tools are pay, look, finish/,
    );
  });

  test('one bad call among good ones spoils the whole turn', () => {
    problem({
      calls: [
        { toolUseId: 'a', ...CALL },
        { tool: 'pay', args: {} },
      ],
    });
  });

  test('that were cut off are refused even if the arguments fit, because some servers close the JSON themselves', () => {
    assert.match(problem({ calls: [CALL], finishReason: 'length' }), /cut off \(length\)/);
  });
});

describe('identities of calls', () => {
  const ids = (...given: (string | undefined)[]) =>
    calls({
      calls: given.map((toolUseId) => ({
        tool: 'look',
        args: {},
        ...(toolUseId === undefined ? {} : { toolUseId }),
      })),
    }).map((call) => call.toolUseId);

  test('two calls with the same id get distinct ids', () => {
    assert.deepEqual(ids('same', 'same'), ['same', 'call_2']);
  });
  test('a missing or malformed id becomes call_<ordinal>', () => {
    assert.deepEqual(ids(undefined, 'a:b', '', 'x'.repeat(65)), ['call_1', 'call_2', 'call_3', 'call_4']);
  });
  test('a call never takes the identity of a model call of its step', () => {
    assert.deepEqual(ids('model', 'model-2', 'model-x'), ['call_1', 'call_2', 'model-x']);
  });
  test('an id that was made up never meets one that the model gave', () => {
    assert.deepEqual(ids(undefined, 'call_1', undefined, 'call_3'), ['call_2', 'call_1', 'call_4', 'call_3']);
  });
});

describe('answers without a call', () => {
  test('are final for an agent without a finish tool', () => {
    const decoded = decode(reply({ text: 'All bills are paid.' }), [PAY, LOOK]);
    assert.deepEqual(decoded, {
      ok: true,
      turn: { text: 'All bills are paid.', calls: [], finishReason: 'stop' },
    });
  });
  test('are a problem for an agent that has to finish, unless it is told otherwise', () => {
    assert.match(problem({ text: 'All bills are paid.' }), /call a tool, or finish to end/);
    assert.ok(decode(reply({ text: 'Done.' }), [FINISH], { answerEndsRun: true }).ok);
  });
  test('are a problem when they are empty', () => {
    assert.match(problem({ text: ' \n' }, [PAY]), /empty/);
    assert.match(problem({ text: '<think>hm</think>' }, [PAY]), /empty/);
  });
  test('keep what the model wrote, native calls included', () => {
    const decoded = decode(reply({ text: 'Hm.', calls: [{ tool: 'pai', args: { a: 1 } }] }), TOOLS);
    assert.equal(decoded.ok ? '' : decoded.rawText, 'Hm.\n{"tool":"pai","args":{"a":1}}');
  });
});
