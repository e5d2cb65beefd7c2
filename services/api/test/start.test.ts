import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AGENT_WORKFLOW } from '@checkpoint/contracts';
import { openTemporal } from '../src/temporal/client.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertAgent } from './support/rows.ts';

let api: Harness;
before(async () => {
  api = await createHarness();
  await insertAgent(api.database.pool);
});
after(() => api.close());

const good = { agent: 'ledger', input: { documents: 3 } };

function post(payload: object, headers: Record<string, string> = {}) {
  return api.app.inject({ method: 'POST', url: '/api/runs', payload, headers });
}

test('a start answers 201 with a Location, and the workflow runs under the id of the run', async () => {
  const response = await post(good);
  assert.equal(response.statusCode, 201, response.body);
  const run = response.json();
  assert.match(run.runId, /^ledger-[a-z]{10}$/);
  assert.equal(response.headers.location, `/api/runs/${run.runId}`);
  assert.equal(run.status, 'running');
  const temporal = openTemporal({ ...api.config.temporal, identity: 'test' });
  const described = await temporal.client.workflow.getHandle(run.runId).describe();
  assert.equal(described.type, AGENT_WORKFLOW);
  assert.equal(described.taskQueue, api.config.temporal.taskQueue);
  await temporal.connection.close();
});

test('the same Idempotency-Key with the same body answers 200 with the same run', async () => {
  const headers = { 'idempotency-key': 'key-1' };
  const first = await post(good, headers);
  const second = await post(good, headers);
  assert.equal(first.statusCode, 201);
  assert.equal(second.statusCode, 200);
  assert.equal(second.json().runId, first.json().runId);
});

test('the same Idempotency-Key with another body is refused with 422', async () => {
  const headers = { 'idempotency-key': 'key-2' };
  await post(good, headers);
  const other = await post({ agent: 'ledger', input: { documents: 4 } }, headers);
  assert.equal(other.statusCode, 422);
  assert.equal(other.json().code, 'IDEMPOTENCY_KEY_REUSED');
});

test('ten requests at once with one Idempotency-Key start one run', async () => {
  const headers = { 'idempotency-key': 'key-3' };
  const responses = await Promise.all(Array.from({ length: 10 }, () => post(good, headers)));
  const ids = new Set(responses.map((response) => response.json().runId));
  assert.equal(ids.size, 1, responses.map((r) => r.body).join('\n'));
  assert.deepEqual(responses.map((response) => response.statusCode).sort(), [...Array(9).fill(200), 201]);
});

test('a run id that was used is refused with 409, and stays refused', async () => {
  const body = { ...good, runId: 'taken-id-1' };
  const runId = `taken-${Date.now()}`;
  const first = await post({ ...body, runId });
  assert.equal(first.statusCode, 201, first.body);
  const second = await post({ ...body, runId });
  assert.equal(second.statusCode, 409);
  assert.equal(second.json().code, 'RUN_ID_TAKEN');
  assert.match(second.json().detail, new RegExp(`body.runId: got "${runId}"`));
});

test('a run id that only Temporal knows is refused too', async () => {
  const runId = `temporal-only-${Date.now()}`;
  const temporal = openTemporal({ ...api.config.temporal, identity: 'test' });
  await temporal.client.workflow.start('other', { workflowId: runId, taskQueue: 'nobody' });
  const response = await post({ ...good, runId });
  assert.equal(response.statusCode, 409);
  await temporal.client.workflow.getHandle(runId).terminate();
  await temporal.connection.close();
});

test('a bad body names the field, the value and the remedy', async () => {
  const response = await post({ agent: 'ledger', runId: 'Not An Id', budgets: { maxSteps: 0 } });
  assert.equal(response.statusCode, 400);
  assert.match(String(response.headers['content-type']), /^application\/problem\+json/);
  const problem = response.json();
  assert.equal(problem.code, 'BAD_REQUEST');
  const messages = Object.fromEntries(
    problem.errors.map((e: { field: string; message: string }) => [e.field, e.message]),
  );
  assert.match(messages['body.runId'], /got "Not An Id": .*lower-case letters, digits and hyphens/);
  assert.match(messages['body.budgets.maxSteps'], /got 0: /);
});

test('an input that the agent’s schema refuses is 422 with one entry a field', async () => {
  const response = await post({ agent: 'ledger', input: { documents: 99, colour: 'red' } });
  assert.equal(response.statusCode, 422);
  const problem = response.json();
  assert.equal(problem.code, 'AGENT_INPUT_INVALID');
  const fields = problem.errors.map((e: { field: string }) => e.field).sort();
  assert.deepEqual(fields, ['body.input.colour', 'body.input.documents']);
  assert.match(problem.detail, /got 99: must be <= 30/);
});

test('an unknown agent is 422 and the answer lists the known ones', async () => {
  const response = await post({ agent: 'poet', input: {} });
  assert.equal(response.statusCode, 422);
  assert.match(response.json().detail, /body.agent: got "poet"; use one of ledger/);
});

test('faults and a journal that is off are refused with 403 unless the configuration allows them', async () => {
  const strict = await api.another({ faultsAllowed: false });
  const inject = (payload: object) => strict.app.inject({ method: 'POST', url: '/api/runs', payload });
  const faults = await inject({ ...good, faults: [{ kind: 'transient', step: 1 }] });
  assert.equal(faults.statusCode, 403);
  assert.equal(faults.json().code, 'FAULTS_NOT_ALLOWED');
  const journal = await inject({ ...good, journal: 'off' });
  assert.equal(journal.statusCode, 403);
  assert.match(journal.json().detail, /body.journal: got "off"/);
  assert.equal((await inject(good)).statusCode, 201);
});

test('when Temporal does not answer, the run is written down and the answer is 202', async () => {
  const cutOff = await api.another({ temporal: { ...api.config.temporal, address: '127.0.0.1:1' } });
  const response = await cutOff.app.inject({ method: 'POST', url: '/api/runs', payload: good });
  assert.equal(response.statusCode, 202, response.body);
  const stored = await api.app.inject(`/api/runs/${response.json().runId}`);
  assert.equal(stored.json().status, 'running');
});
