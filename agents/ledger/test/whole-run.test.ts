import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { AnyTool, Done, Message } from '@checkpoint/agent';
import { createTestDatabase } from '@checkpoint/testing';
import { httpServer, smtpServer } from '../../test/servers.ts';
import { ledger } from '../index.ts';
import { effectContext, expected, renderContext } from './fixtures.ts';

type Database = Awaited<ReturnType<typeof createTestDatabase>>;

/** Past steps that the policy sees, as in a worker: the default of an agent. */
const CONTEXT_STEPS = 8;
const DOCUMENTS = 30;
let database: Database;

before(async () => {
  database = await createTestDatabase('journal');
  await database.pool.query(
    readFileSync(new URL('../migrations/001_ledger_rows.sql', import.meta.url), 'utf8'),
  );
});
after(() => database.drop());

test('thirty steps of the offline policy make the ledger that was computed by hand', async (t) => {
  const files: string[] = [];
  const http = await httpServer(t, (request, response) => {
    files.push(request.url ?? '');
    request.resume().on('end', () => response.end('{}'));
  });
  const { url: smtp, accepted } = await smtpServer(t);

  const messages: Message[] = [
    { role: 'user', text: await ledger.opening({ documents: DOCUMENTS, from: 1 }) },
  ];
  let result: unknown;
  for (let step = 1; step <= DOCUMENTS; step += 1) result = await takeStep(messages, step, { http, smtp });

  const { rows } = await database.pool.query(
    `SELECT currency, count(*)::int AS documents, sum(stated_minor)::int AS "statedMinor",
            sum(computed_minor)::int AS "computedMinor" FROM ledger_rows GROUP BY currency ORDER BY currency`,
  );
  const totals = Object.entries(expected.first30.totals).map(([currency, sums]) => ({ currency, ...sums }));
  assert.deepEqual(rows, totals);
  const { summary, ...figures } = result as { summary: string };
  assert.deepEqual(figures, { documents: DOCUMENTS, flagged: expected.first30.flagged, totals });
  assert.match(summary, /^Booked 30 of 30 documents: 16 in EUR .* The sums of 7 do not add up/);
  assert.equal(new Set(files).size, DOCUMENTS);
  assert.equal(accepted.length, DOCUMENTS);
});

test('the table counts a second row under the same key, so that a duplicate can be seen', async () => {
  const again = `INSERT INTO ledger_rows (run_id, effect_key, effect_epoch, document_id, vendor, number, document_date,
    currency, stated_minor, computed_minor, sums_agree, category) VALUES
    ('run-b', 'run-b:1:row', 1, 'd', 'v', 'n', '2026-03-04', 'EUR', 1, 1, true, 'other')`;
  await database.pool.query(again);
  await database.pool.query(again);
  const { rows } = await database.pool.query(
    `SELECT count(*)::int - count(DISTINCT effect_key)::int AS duplicates FROM ledger_rows WHERE run_id = 'run-b'`,
  );
  assert.deepEqual(rows, [{ duplicates: 1 }]);
});

/** One turn of the loop with the real tools. Returns the arguments of finish, when the turn has it. */
async function takeStep(messages: Message[], step: number, address: { http: string; smtp: string }) {
  const seen = messages.filter((message) => message.role === 'user' || message.step >= step - CONTEXT_STEPS);
  const turn = ledger.offline(seen, { step });
  const calls = turn.calls.map(({ tool, args }) => ({ toolUseId: tool, tool, args: args as never }));
  messages.push({ role: 'assistant', step, text: turn.text, calls });
  for (const { tool, args } of calls.filter((call) => call.tool !== 'finish')) {
    const { value } = await call(tool, args, step, address);
    messages.push({ role: 'tool', step, toolUseId: tool, tool, output: { ok: true, value } });
  }
  return turn.calls.find((asked) => asked.tool === 'finish')?.args;
}

async function call(
  name: string,
  args: unknown,
  step: number,
  address: { http: string; smtp: string },
): Promise<Done> {
  const tool: AnyTool | undefined = ledger.tools.find((candidate) => candidate.name === name);
  assert.ok(tool);
  const input = tool.input.parse(args);
  const identity = { ...renderContext, step, toolUseId: name, key: `run-a:${step}:${name}` };
  const bytes = tool.readOnly === true || tool.render === undefined ? '' : tool.render(input, identity);
  const context = effectContext(bytes, address, { ...identity, agentInput: { documents: DOCUMENTS } });
  return tool.execute(input, { ...context, client: database.pool as never });
}
