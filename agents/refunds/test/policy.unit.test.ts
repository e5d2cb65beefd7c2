import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '@checkpoint/agent';
import { z } from 'zod';
import { askAboutLarge } from '../approval.ts';
import { caseAt, caseCount } from '../cases.ts';
import { refunds } from '../index.ts';
import { RefundsInput } from '../input.ts';
import { read } from '../offline/reading.ts';
import type { RefundArguments } from '../request.ts';
import { objection } from '../rules.ts';
import { Result } from '../tools/finish.ts';
import { readCase } from '../tools/read-case.ts';
import { type Call, runOffline } from './conversation.ts';
import { EXPECTED, EXPECTED_TOTALS } from './fixtures.ts';

const cases = Array.from({ length: caseCount }, (_, at) => caseAt(at + 1));
const inputs = new Map(refunds.tools.map((tool) => [tool.name, tool.input]));
const input = (given: object = {}) => RefundsInput.parse(given);
/** Past this, a run of twelve cases is going round in circles. */
const MAX_STEPS = 40;

for (const [at, [name, outcome]] of EXPECTED.entries()) {
  test(`decides ${name}: ${outcome}`, () => {
    const about = caseAt(at + 1);
    const { asked, reason } = read(about);
    const against = objection(asked, about);
    assert.equal(about.name, name);
    assert.equal(against?.rule ?? `${asked.amountMinor} ${asked.currency} ${reason}`, outcome);
  });
}

for (const via of ['keyed', 'probed', 'unrepeatable'] as const) {
  test(`refunds every allowed case once, through refund_${via}, with arguments that the tool takes`, async () => {
    const asked: Call[] = [];
    const run = await runOffline(
      input({ via }),
      async (call) => {
        if (call.tool === 'read_case') return await readOutput(call);
        asked.push(call);
        return { ok: true, value: {} };
      },
      MAX_STEPS,
    );
    assert.equal(run.steps, refunds.plannedSteps?.(input({ via })));
    for (const { tool, args } of asked) {
      assert.equal(tool, `refund_${via}`);
      assert.deepEqual(inputs.get(tool)?.parse(args), args);
    }
    const expected = EXPECTED.filter(([, outcome]) => /^\d/.test(outcome)).map(([name]) => name);
    assert.deepEqual(
      asked.map(({ args }) => (args as RefundArguments).case),
      expected,
    );
    const { totals, declined, failed } = Result.parse(run.result);
    assert.deepEqual({ totals, failed }, { totals: EXPECTED_TOTALS, failed: [] });
    assert.deepEqual(
      declined.map((item) => [item.case, item.rule]),
      EXPECTED.filter(([, outcome]) => !/^\d/.test(outcome)),
    );
    assert.match(run.texts[3] ?? '', /03-after-two-months\. Declined by in_time: it came 59 days after/);
  });
}

test('counts a refund that failed as failed, in the middle and at the end, and repeats none', async () => {
  const asked: string[] = [];
  const run = await runOffline(
    input(),
    async (call) => {
      if (call.tool === 'read_case') return await readOutput(call);
      const { case: name } = call.args as RefundArguments;
      asked.push(name);
      if (!['05-wrong-size', '12-last-day'].includes(name)) return { ok: true, value: {} };
      return { ok: false, error: { code: 'TOOL_FAILED', message: 'no answer' } };
    },
    MAX_STEPS,
  );
  const { totals, failed, summary } = Result.parse(run.result);
  assert.equal(asked.length, 6);
  assert.deepEqual(failed, ['05-wrong-size', '12-last-day']);
  assert.equal(totals[0]?.refundedMinor, 112_940 - 3_750 - 1_800);
  assert.match(summary, /Did not go through: 05-wrong-size, 12-last-day\./);
});

test('only refunds above the limit ask a person, in one line that holds no card number', () => {
  const asking = EXPECTED.filter(([, outcome]) => /^\d/.test(outcome)).map(([name]) => {
    const about = cases.find((item) => item.name === name) ?? assert.fail(name);
    const { asked, reason } = read(about);
    const { chargeId = '' } = about.charge ?? {};
    const args = { case: name, chargeId, ...asked, reason, cardNumber: about.cardNumber ?? '' };
    const needed = refunds.tools
      .filter((tool) => tool.name.startsWith('refund_'))
      .map(({ approval }) => (approval?.when === 'always' ? true : approval?.when(args, {} as never)));
    assert.equal(new Set(needed).size, 1, 'the three tools ask alike');
    return needed[0] ? askAboutLarge.question?.(args) : undefined;
  });
  assert.deepEqual(
    asking.filter((line) => line !== undefined),
    ['Refund 1,049.00 EUR of ch_7Qa1010 for case 10-charged-twice (charged twice)?'],
  );
});

test('a large refund of the last case is waited for, and the totals count what a person made of it', async () => {
  for (const [made, totals, failed] of [
    [{ ok: true, value: { amountMinor: 100_000, currency: 'EUR' } }, 100_000, []],
    [
      { ok: false, error: { code: 'REJECTED', message: 'a person refused this call' } },
      0,
      ['10-charged-twice'],
    ],
  ] as const) {
    const run = await runOffline(
      input({ cases: 10 }),
      async (call) => {
        if (call.tool === 'read_case') return await readOutput(call, 10);
        return (call.args as RefundArguments).case === '10-charged-twice' ? made : { ok: true, value: {} };
      },
      MAX_STEPS,
    );
    assert.equal(run.steps, refunds.plannedSteps?.(input({ cases: 10 })));
    const result = Result.parse(run.result);
    const others = 2_490 + 3_750;
    assert.equal(result.totals.find(({ currency }) => currency === 'EUR')?.refundedMinor, others + totals);
    assert.deepEqual(result.failed, failed);
  }
});

test('a case that cannot be read is asked for again, then given up, and nothing is refunded twice', async () => {
  let refunded = 0;
  const run = await runOffline(
    input(),
    async (call) => {
      if (call.tool !== 'read_case') refunded += 1;
      const unreadable = (call.args as { position?: number }).position === 3;
      if (unreadable) return { ok: false, error: { code: 'TOOL_FAILED', message: 'disk' } };
      return call.tool === 'read_case' ? await readOutput(call) : { ok: true, value: {} };
    },
    MAX_STEPS,
  );
  assert.equal(refunded, 2);
  assert.match(Result.parse(run.result).summary, /Decided 2 cases.*Case 3 could not be read: disk/);
});

test('answers the same messages with the same turn', async () => {
  const messages: Message[] = [{ role: 'user', text: await refunds.opening(input()) }];
  assert.deepEqual(
    refunds.offline(structuredClone(messages), { step: 1 }),
    refunds.offline(messages, { step: 1 }),
  );
});

test('no opening and no turn text holds a card number', async () => {
  const run = await runOffline(
    input(),
    async (call) => (call.tool === 'read_case' ? await readOutput(call) : { ok: true, value: {} }),
    MAX_STEPS,
  );
  const told = [await refunds.opening(input()), ...run.texts, JSON.stringify(run.result)].join('\n');
  for (let at = 1; at <= caseCount; at += 1) {
    assert.equal(told.includes(caseAt(at).cardNumber ?? 'none'), false);
    assert.doesNotMatch(caseAt(at).text, /\d{4} \d{4} \d{4}/);
  }
});

test('every input can be shown to a model as a JSON schema', () => {
  for (const schema of [...inputs.values(), Result, RefundsInput]) {
    assert.equal(z.toJSONSchema(schema, { io: 'input' }).type, 'object');
  }
});

async function readOutput(call: Call, cases: number = caseCount) {
  const context = {
    runId: 'run-a',
    step: 1,
    toolUseId: 'read_case',
    settings: {},
    agentInput: input({ cases }),
  };
  const args = readCase.input.parse(call.args);
  const { value } = await readCase.execute(args, {
    ...context,
    settings: { paymentsUrl: 'http://127.0.0.1:9', paymentsKeyWindowMs: 1, paymentsLookupLagMs: 0 },
    signal: new AbortController().signal,
  });
  return { ok: true as const, value };
}
