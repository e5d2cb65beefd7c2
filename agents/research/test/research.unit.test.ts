import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyTool, Message, ToolMessage } from '@checkpoint/agent';
import { research } from '../index.ts';
import { ResearchInput } from '../input.ts';
import { documentsOf } from '../library.ts';
import { Answer } from '../tools/finish.ts';
import { flat } from '../words.ts';

/** Past this, a run is going round in circles. */
const MAX_STEPS = 10;
type Output = ToolMessage['output'];

/** The loop of a worker with the offline policy. `seen` may replace what the model sees of a result. */
async function runOffline(input: ResearchInput, seen = (_tool: string, output: Output): Output => output) {
  const messages: Message[] = [{ role: 'user', text: await research.opening(input) }];
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const turn = research.offline(messages, { step });
    const finish = turn.calls.find(({ tool }) => tool === 'finish');
    if (finish !== undefined) return { steps: step, answer: Answer.parse(finish.args), messages };
    const calls = turn.calls.map(({ tool, args }) => ({ toolUseId: tool, tool, args: args as never }));
    messages.push({ role: 'assistant', step, text: turn.text, calls });
    for (const { tool, args } of calls) {
      messages.push({
        role: 'tool',
        step,
        toolUseId: tool,
        tool,
        output: seen(tool, await call(tool, args, input)),
      });
    }
  }
  throw new Error('the run did not end');
}

async function call(name: string, args: unknown, agentInput: ResearchInput): Promise<Output> {
  const tool = research.tools.find((each) => each.name === name) as Extract<AnyTool, { readOnly: true }>;
  const context = {
    runId: 'r',
    step: 1,
    toolUseId: name,
    settings: {},
    agentInput,
    signal: new AbortController().signal,
  };
  try {
    return { ok: true, value: (await tool.execute(tool.input.parse(args), context)).value };
  } catch (thrown) {
    return { ok: false, error: { code: 'TOOL_FAILED', message: String(thrown) } };
  }
}

const ask = (question: string, documents: ResearchInput['documents'] = []) =>
  ResearchInput.parse({ question, documents });

for (const [question, says] of [
  ['How long does the warranty of bicycle frames last?', /For bicycle frames it lasts ten years/],
  ['What does freight cost for each piece?', /Freight costs 39 euros/],
  ['Which batteries were recalled and set aside?', /Recall of batteries of the series KX-48/],
  ['When was the pressure test bench out of order?', /from 10:20 to 14:05/],
] as const) {
  test(`answers from the sample documents: ${question}`, async () => {
    const { steps, answer } = await runOffline(ask(question));
    assert.match(answer.answer, says);
    assert.equal(steps, research.plannedSteps?.(ask(question)));
    for (const { document, quote } of answer.quotes) {
      const text = documentsOf(ask(question)).find(({ name }) => name === document)?.text ?? '';
      assert.ok(flat(text).includes(flat(quote)), 'word for word');
    }
  });
}

test('a question that the documents do not answer gets no answer', async () => {
  const { answer } = await runOffline(ask('Xylophones quarantined?'));
  assert.deepEqual(answer, {
    answer: 'The documents say nothing about: Xylophones quarantined?',
    quotes: [],
  });
});

test('it reads the documents that it was given, and no other', async () => {
  const documents = [
    { name: 'note.txt', text: 'The key of the cellar lies under the third flower pot.\n\nNothing else.' },
  ];
  const { answer, messages } = await runOffline(ask('Where does the key of the cellar lie?', documents));
  assert.deepEqual(answer.quotes, [
    { document: 'note.txt', quote: 'The key of the cellar lies under the third flower pot.' },
  ]);
  assert.doesNotMatch(JSON.stringify(messages), /warranty/);
});

test('the long document is longer than a model is shown whole, and a summary in its place costs no quote', async () => {
  const question = 'Which batteries were recalled and set aside?';
  const whole = await call('read_document', { document: 'workshop-log.txt' }, ask(question));
  assert.ok(JSON.stringify(whole).length > 24_000);
  const summarised = (tool: string, output: Output): Output =>
    tool === 'read_document' ? { ok: true, value: { summary: 'A log of a workshop.' } } : output;
  const { answer } = await runOffline(ask(question), summarised);
  assert.match(answer.answer, /KX-48/);
});

test('a quote that does not stand in its document is not found, and none is repeated as if it did', async () => {
  const quotes = [
    { document: 'warranty.md', quote: 'The warranty lasts two years from\nthe day of delivery.' },
    { document: 'warranty.md', quote: 'The warranty lasts three years.' },
  ];
  const output = await call('check_quotes', { quotes }, ask('How long is the warranty?'));
  assert.deepEqual(
    output.ok && (output.value as { checked: { line: number | null }[] }).checked.map(({ line }) => line),
    [5, null],
  );
});

test('lines of a document are read by their numbers, and a wrong name is answered with those that exist', async () => {
  const input = ask('How long is the warranty?');
  const part = await call('read_document', { document: 'warranty.md', fromLine: 3, toLine: 3 }, input);
  assert.deepEqual(part, {
    ok: true,
    value: { document: 'warranty.md', fromLine: 3, toLine: 3, lines: 24, text: '## How long it lasts' },
  });
  const wrong = await call('read_document', { document: '../secrets' }, input);
  assert.match(JSON.stringify(wrong), /there are delivery-terms\.md, warranty\.md, workshop-log\.txt/);
});

test('two documents with one name, and a name that is a path, are refused', () => {
  const text = 'x';
  for (const documents of [
    [
      { name: 'a', text },
      { name: 'a', text },
    ],
    [{ name: '../a', text }],
    [{ name: '', text }],
  ]) {
    assert.equal(ResearchInput.safeParse({ question: 'What is it?', documents }).success, false);
  }
});
