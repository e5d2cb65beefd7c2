import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, ModelTurn, ToolMessage } from '@checkpoint/agent';
import { z } from 'zod';
import { inboxSize } from '../inbox.ts';
import { ledger } from '../index.ts';
import { Result } from '../tools/finish.ts';
import { expected } from './fixtures.ts';

const inputs = new Map<string, z.ZodType>([
  ...ledger.tools.map((tool) => [tool.name, tool.input] as const),
  ...(ledger.finish === undefined ? [] : [[ledger.finish.name, ledger.finish.input] as const]),
]);
const EFFECTS = ['check_sums', 'write_note', 'add_ledger_row', 'send_mail'];

for (let from = 1; from <= inboxSize; from += 1) {
  const name = expected.documents[from - 1]?.document;
  test(`books ${name} with arguments that every tool takes, and finishes`, async () => {
    const turn = ledger.offline(await opened(from, 1), { step: 1 });
    assert.deepEqual(tools(turn), [...EFFECTS, 'finish']);
    for (const call of turn.calls) assert.deepEqual(inputs.get(call.tool)?.parse(call.args), call.args);
  });
}

test('answers the same messages with the same turn, with ids that are unique in it', async () => {
  const messages = await opened(1, 2);
  const turn = ledger.offline(messages, { step: 1 });
  assert.deepEqual(ledger.offline(structuredClone(messages), { step: 1 }), turn);
  assert.deepEqual(tools(turn), [...EFFECTS, 'read_document']);
  assert.deepEqual(turn.calls.at(-1)?.args, { position: 2 });
  assert.equal(new Set(turn.calls.map((call) => call.toolUseId)).size, turn.calls.length);
});

test('a read that failed is asked for again without booking anything twice, and given up after three more', async () => {
  const messages = await opened(1, 2);
  let turn = answerFailing(messages, 1, 'read_document');
  for (const step of [2, 3, 4]) {
    assert.deepEqual(tools(turn), ['read_document']);
    turn = answerFailing(messages, step, 'read_document');
  }
  assert.deepEqual(tools(turn), ['finish']);
  assert.match(summaryOf(turn), /Booked 1 of 2 documents.*read_document \(no answer\)/);
});

test('a last step that failed in part is told in the result and not repeated', async () => {
  const turn = answerFailing(await opened(5, 1), 1, 'send_mail');
  assert.deepEqual(tools(turn), ['finish']);
  assert.match(summaryOf(turn), /Booked 1 of 1 documents.*send_mail \(no answer\)/);
});

test('a mail about wrong sums goes to those who clarify', async () => {
  const turn = ledger.offline(await opened(5, 1), { step: 1 });
  const sent = turn.calls.find((call) => call.tool === 'send_mail')?.args as { to: string; message: string };
  assert.equal(sent.to, 'clarifications@checkpoint.example');
});

test('every input can be shown to a model as a JSON schema', () => {
  for (const input of inputs.values()) assert.equal(z.toJSONSchema(input, { io: 'input' }).type, 'object');
});

async function opened(from: number, documents: number): Promise<Message[]> {
  return [{ role: 'user', text: await ledger.opening({ from, documents }) }];
}

/** Adds the turn of this step and its answers, of which one failed, and returns what the policy says next. */
function answerFailing(messages: Message[], step: number, failing: string): ModelTurn {
  const turn = ledger.offline(messages, { step });
  const calls = turn.calls.map((call) => ({ toolUseId: call.tool, tool: call.tool, args: null }));
  messages.push({ role: 'assistant', step, text: turn.text, calls });
  for (const { tool } of calls.filter((call) => call.tool !== 'finish')) {
    const output: ToolMessage['output'] =
      tool === failing
        ? { ok: false, error: { code: 'TOOL_FAILED', message: 'no answer' } }
        : { ok: true, value: tool === 'add_ledger_row' ? LEDGER_OF_ONE : null };
    messages.push({ role: 'tool', step, toolUseId: tool, tool, output });
  }
  return ledger.offline(messages, { step: step + 1 });
}

const LEDGER_OF_ONE = {
  row: '1',
  totals: [{ currency: 'EUR', documents: 1, statedMinor: 17_548, computedMinor: 17_548 }],
  flagged: [],
};

function tools(turn: ModelTurn): string[] {
  return turn.calls.map((call) => call.tool);
}

function summaryOf(turn: ModelTurn): string {
  return Result.parse(turn.calls.at(-1)?.args).summary;
}
