import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentInfo } from '../src/api/types.ts';
import { bodyOf, emptyDraft } from '../src/pages/runs/start/draft.ts';
import { fieldsOf } from '../src/parts/form/schema.ts';

const AGENT: AgentInfo = {
  name: 'ledger',
  description: 'books documents',
  inputSchema: {
    type: 'object',
    required: ['mailTo', 'documents'],
    properties: {
      documents: { type: 'integer', minimum: 1, maximum: 40, default: 30 },
      offset: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      mailTo: { type: 'string' },
      strict: { type: 'boolean', default: true },
      currency: { type: 'string', enum: ['EUR', 'USD'] },
      names: { type: 'array', items: { type: 'string' } },
    },
  },
};

test('a schema becomes one input for each of its fields', () => {
  const fields = fieldsOf(AGENT.inputSchema);
  assert.deepEqual(
    fields.map((field) => [field.name, field.kind, field.required]),
    [
      ['documents', 'integer', false],
      ['offset', 'integer', false],
      ['mailTo', 'text', true],
      ['strict', 'boolean', false],
      ['currency', 'choice', false],
      ['names', 'json', false],
    ],
  );
  assert.equal(fields[0]?.max, 40);
  assert.equal(fields[1]?.max, undefined, 'a maximum that says nothing is not shown');
});

test('what was left alone is left out, so that the defaults of the API apply', () => {
  assert.deepEqual(bodyOf(emptyDraft('ledger'), AGENT), { agent: 'ledger', input: {} });
});

test('typed texts become values of their kinds', () => {
  const draft = {
    ...emptyDraft('ledger'),
    fields: { documents: '5', mailTo: 'a@b.test', strict: 'false', currency: 'EUR', names: '["x"]' },
    runId: 'mine',
    budgets: { maxSteps: '7', maxTokens: '' },
    journal: 'off' as const,
  };
  assert.deepEqual(bodyOf(draft, AGENT), {
    agent: 'ledger',
    input: { documents: 5, mailTo: 'a@b.test', strict: false, currency: 'EUR', names: ['x'] },
    runId: 'mine',
    budgets: { maxSteps: 7 },
    journal: 'off',
  });
});

test('a text that is no JSON is refused with the name of its field', () => {
  assert.throws(
    () => bodyOf({ ...emptyDraft('ledger'), fields: { names: '[' } }, AGENT),
    /^Error: names is not JSON/,
  );
  assert.throws(
    () => bodyOf({ ...emptyDraft('ledger'), mode: 'json', json: '{' }, AGENT),
    /^Error: input is not JSON/,
  );
});
