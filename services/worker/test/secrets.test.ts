import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defineAgent, defineTool, done, type ModelTurn } from '@checkpoint/agent';
import { z } from 'zod';
import { createHarness, type Harness } from './fixtures/harness.ts';

const CARD = '4242424242424242';

let harness: Harness;
before(async () => {
  harness = await createHarness();
});
after(() => harness.close());

/** Asks for one refund, with the card's number in the arguments and in the text beside them. */
function cardAgent(received: string[], seen: string[]) {
  const refund = defineTool({
    name: 'refund',
    description: 'Refunds.',
    input: z.object({ cardNumber: z.string(), amountMinor: z.int() }),
    delivery: 'idempotent',
    secrets: ['cardNumber'],
    execute: async ({ cardNumber }, { bytes }) => {
      received.push(cardNumber, bytes);
      return done({ refunded: true });
    },
  });
  return defineAgent({
    ...{
      name: 'scripted',
      description: 'Refunds a card.',
      input: z.object({}),
      settings: z.object({}),
      system: 'x',
    },
    opening: async () => 'Begin.',
    tools: [refund],
    finish: { name: 'finish', description: 'Ends.', input: z.object({}) },
    offline: (messages, { step }): ModelTurn => {
      seen.push(JSON.stringify(messages));
      if (step > 1) return { text: '', calls: [{ tool: 'finish', args: {} }] };
      return {
        text: `refunding ${CARD}`,
        calls: [{ tool: 'refund', args: { cardNumber: CARD, amountMinor: 5 } }],
      };
    },
  });
}

test('a declared secret reaches the tool, and stands in no table, no later turn and no history', async () => {
  const received: string[] = [];
  const seen: string[] = [];
  const worker = await harness.work(cardAgent(received, seen));
  const { handle } = await harness.start({
    faults: [{ kind: 'transient', step: 1, activity: 'refund', times: 1 }],
  });
  await handle.result();
  await worker.stop();
  assert.deepEqual(received, [CARD, `{"amountMinor":5,"cardNumber":"${CARD}"}`]);
  assert.equal(
    seen.some((messages) => messages.includes(CARD)),
    false,
  );
  assert.equal(seen.at(-1)?.includes('[secret]'), true);
  for (const table of [
    'runs',
    'steps',
    'tool_calls',
    'attempts',
    'effects',
    'effect_attempts',
    'claims',
    'run_events',
  ]) {
    const { rows } = await harness.db.pool.query(
      `SELECT count(*)::int AS n FROM ${table} t WHERE t::text LIKE '%${CARD}%'`,
    );
    assert.equal(rows[0].n, 0, `${table} holds the secret`);
  }
  const history = JSON.stringify(await handle.fetchHistory());
  assert.equal(history.includes(CARD) || history.includes(Buffer.from(CARD).toString('base64')), false);
});

test('a secret that a read-only tool returns reaches the model, and stands in no table', async () => {
  const seen: string[] = [];
  const lookUp = defineTool({
    name: 'look_up',
    description: 'Looks a card up.',
    input: z.object({}),
    readOnly: true,
    secrets: ['cardNumber'],
    execute: async () => done({ customer: 'ines', cardNumber: CARD }),
  });
  const base = cardAgent([], []);
  const worker = await harness.work(
    defineAgent({
      ...base,
      tools: [lookUp],
      offline: (messages, { step }): ModelTurn => {
        seen.push(JSON.stringify(messages));
        return { text: '', calls: [{ tool: step > 1 ? 'finish' : 'look_up', args: {} }] };
      },
    }),
  );
  const { handle, runId } = await harness.start();
  await handle.result();
  await worker.stop();
  assert.match(seen.at(-1) ?? '', new RegExp(`"customer":"ines","cardNumber":"${CARD}"`));
  const { rows } = await harness.db.pool.query(
    'SELECT output::text AS output FROM tool_calls WHERE run_id = $1',
    [runId],
  );
  assert.match(rows[0].output, /"cardNumber": {"\$sealed"/);
  assert.doesNotMatch(rows[0].output, new RegExp(CARD));
});
