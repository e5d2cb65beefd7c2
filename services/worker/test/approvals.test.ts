/**
 * A person decides over HTTP about calls that a tool asks about, from end to end: an API process, Temporal, Postgres,
 * and workers in this process, which come and go.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { Approval as Gate } from '@checkpoint/agent';
import type { DecidedApproval } from '@checkpoint/contracts/api';
import { waitFor } from '@checkpoint/testing';
import { CancelledFailure, WorkflowFailedError } from '@temporalio/client';
import { call, turn } from './fixtures/agents.ts';
import { type ApiProcess, startApi } from './fixtures/api.ts';
import { type Person, personAt } from './fixtures/deciding.ts';
import { gatedAgent, nothingSeen, type Seen, toldAbout } from './fixtures/gated.ts';
import { createHarness, type Harness, type Started } from './fixtures/harness.ts';

const ALWAYS: Gate<{ cents: number }, unknown> = {
  when: 'always',
  risk: 'high',
  question: ({ cents }) => `Pay ${cents / 100} EUR?`,
};
/** Long enough to stand in no hash, no sealed bytes and no time by chance: tables are searched for it. */
const CARD = '4242424242424242';
const PAY = { to: 'ben', cents: 900, card: CARD };

let harness: Harness;
let api: ApiProcess;
let ann: Person;
let worker: { stop(): Promise<void> } | undefined;
before(async () => {
  harness = await createHarness();
  api = await startApi(harness.db.url);
  ann = personAt(api);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
after(async () => {
  await api.stop();
  await harness.close();
});

type Script = Parameters<typeof gatedAgent>[0];

async function workWith(script: Script, gate: Gate<{ cents: number }, unknown> = ALWAYS): Promise<Seen> {
  const seen = nothingSeen();
  worker = await harness.work(gatedAgent(script, seen, { approval: gate }));
  return seen;
}

/** Forty steps take four seconds on an idle machine; this is for one that is busy with ten other things. */
const FORTY_STEPS = { timeoutMs: 90_000 };

/** A run that waits at its first call, and no worker any more. */
async function parked(script: Script = [turn(call('pay', PAY, 'p'))]): Promise<Started> {
  await workWith(script);
  const run = await harness.start();
  await ann.waiting(run.runId, '1:p');
  await worker?.stop();
  worker = undefined;
  return run;
}

async function rows(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await harness.db.pool.query(text, values)).rows;
}

const auditOf = (runId: string) =>
  rows(
    'SELECT decision, decided_by, decided_via, reason, shown, shown_sha256, decided, decided_sha256, build_id FROM decisions WHERE run_id = $1 ORDER BY id',
    runId,
  );

async function pendingActivities({ handle }: Started): Promise<number> {
  return (await handle.describe()).raw.pendingActivities?.length ?? 0;
}

test('a call that needs a person waits in the inbox: it has not run, and no activity is in flight', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const seen = await workWith(script);
  const run = await harness.start();
  const item = await ann.waiting(run.runId, '1:p');
  assert.deepEqual(seen.ran, []);
  await waitFor('the attempt to end', async () => (await pendingActivities(run)) === 0);
  const [attempt] = await rows(
    'SELECT outcome FROM attempts WHERE run_id = $1 AND activity = $2',
    run.runId,
    'p',
  );
  assert.equal(attempt?.outcome, 'parked');
  assert.deepEqual(item.args, { ...PAY, card: '[secret]' });
  const bytes = '{"card":"[secret]","cents":900,"to":"ben"}';
  assert.equal(item.argsSha256, createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(
    [item.tool, item.risk, item.rule, item.question, item.state, item.buildId],
    ['pay', 'high', 'always', 'Pay 9 EUR?', 'waiting', 'test'],
  );
  assert.equal(Date.parse(item.expiresAt) - Date.parse(item.requestedAt), 12 * 3_600_000);
  const { waiting } = await ann.inbox();
  assert.ok(waiting.approval >= 1 && waiting.all === waiting.approval + waiting.unknown);
  await ann.decide(item, { kind: 'reject', reason: 'done with this test' });
  await run.handle.result();
});

test('approved with no worker up: a worker that starts later calls the tool once, with what was shown', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const run = await parked(script);
  const item = await ann.waiting(run.runId, '1:p');
  const decided = await ann.decide(item, { kind: 'approve', reason: 'as agreed' });
  assert.deepEqual([decided.first, decided.state, decided.outcome?.decidedBy], [true, 'approved', 'ann']);
  const seen = await workWith(script);
  await run.handle.result();
  assert.deepEqual(seen.ran, [`pay 900 to ben from ${CARD}`]);
  const [audit, ...more] = await auditOf(run.runId);
  assert.deepEqual(more, []);
  assert.deepEqual(audit, {
    decision: 'approved',
    decided_by: 'ann',
    decided_via: 'unauthenticated',
    reason: 'as agreed',
    shown: '{"card":"[secret]","cents":900,"to":"ben"}',
    shown_sha256: item.argsSha256,
    decided: '{"card":"[secret]","cents":900,"to":"ben"}',
    decided_sha256: item.argsSha256,
    build_id: 'test',
  });
});

test('a decision outlives the API that took it and could not reach Temporal: another one tells the run', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const run = await parked(script);
  const cutOff = await startApi(harness.db.url, { temporalAddress: '127.0.0.1:1' });
  await personAt(cutOff).decide(await ann.waiting(run.runId, '1:p'), { kind: 'approve' });
  await cutOff.stop('SIGKILL');
  const seen = await workWith(script);
  await run.handle.result();
  assert.deepEqual(seen.ran, [`pay 900 to ben from ${CARD}`]);
});

test('rejected: the tool never runs, nothing is intended, and the model hears the reason', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const run = await parked(script);
  await ann.decide(await ann.waiting(run.runId, '1:p'), { kind: 'reject', reason: 'ben was paid yesterday' });
  const seen = await workWith(script);
  await run.handle.result();
  assert.deepEqual(seen.ran, []);
  const told = toldAbout(seen, 1).p as { output: unknown };
  assert.deepEqual(told.output, {
    ok: false,
    error: {
      code: 'REJECTED',
      message: 'a person refused this call, so it did not run: ben was paid yesterday',
    },
  });
  assert.deepEqual(
    await rows("SELECT key FROM effects WHERE run_id = $1 AND kind = 'effect'", run.runId),
    [],
  );
});

test('answered: the tool never runs, and the model is told what the person said', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const run = await parked(script);
  await ann.decide(await ann.waiting(run.runId, '1:p'), { kind: 'answer', value: { paid: 'by hand' } });
  const seen = await workWith(script);
  await run.handle.result();
  assert.deepEqual(seen.ran, []);
  assert.deepEqual((toldAbout(seen, 1).p as { output: unknown }).output, {
    ok: true,
    value: { paid: 'by hand' },
  });
});

test('edited: the tool runs with the edited arguments, keeps its secret, and the model is told', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const run = await parked(script);
  const item = await ann.waiting(run.runId, '1:p');
  const decided = await ann.decide(item, { kind: 'edit', args: { to: 'ben', cents: 450, card: '[secret]' } });
  assert.deepEqual(decided.outcome?.edited?.difference, [{ path: 'cents', from: 900, to: 450 }]);
  assert.deepEqual(decided.outcome?.edited?.args, { to: 'ben', cents: 450, card: '[secret]' });
  assert.notEqual(decided.outcome?.edited?.argsSha256, item.argsSha256);
  const seen = await workWith(script);
  await run.handle.result();
  assert.deepEqual(seen.ran, [`pay 450 to ben from ${CARD}`]);
  const told = toldAbout(seen, 1).p as { ranWith: unknown };
  assert.deepEqual(told.ranWith, { to: 'ben', cents: 450, card: '[secret]' });
  const [audit] = await auditOf(run.runId);
  assert.deepEqual(
    [audit?.decision, audit?.decided, audit?.decided_sha256],
    ['edited', '{"card":"[secret]","cents":450,"to":"ben"}', decided.outcome?.edited?.argsSha256],
  );
  for (const table of ['approvals', 'decisions', 'tool_calls', 'effects', 'decision_signals']) {
    const [{ n } = {}] = await rows(
      `SELECT count(*)::int AS n FROM ${table} t WHERE t::text LIKE '%${CARD}%'`,
    );
    assert.equal(n, 0, `${table} holds the secret`);
  }
});

test('an edit that the JSON Schema refuses decides nothing; one that only the tool refuses waits again and says why', async () => {
  const script = [turn(call('pay', { to: 'ann', cents: 400 }, 'p'))];
  const run = await parked(script);
  const item = await ann.waiting(run.runId, '1:p');
  const problem = await ann.refused(item, { kind: 'edit', args: { to: 'ann', cents: 0, more: 1 } });
  assert.equal(problem.code, 'APPROVAL_EDIT_INVALID');
  assert.ok(problem.errors?.some(({ field }) => field === 'body.decision.args.cents'));
  const secret = await ann.refused(item, { kind: 'edit', args: { to: 'ann', cents: 1, card: '1111' } });
  assert.match(secret.detail, /^body\.decision\.args\.card: is a secret/);
  await ann.decide(item, { kind: 'edit', args: { to: 'ann', cents: 501 } });
  const seen = await workWith(script);
  const again = await waitFor('it to wait again', async () => {
    const read = await ann.read(item.approvalKey);
    return read.refusedEdit !== null && read;
  });
  assert.equal(again.state, 'waiting');
  assert.match(again.refusedEdit?.message ?? '', /ann gets 5\.00 at most/);
  assert.deepEqual(seen.ran, []);
  await ann.decide(again, { kind: 'edit', args: { to: 'ann', cents: 500 } }, 'ben');
  await run.handle.result();
  assert.deepEqual(seen.ran, ['pay 500 to ann']);
  assert.deepEqual(
    (await auditOf(run.runId)).map(({ decision, decided_by }) => [decision, decided_by]),
    [
      ['edited', 'ann'],
      ['refused_edit', 'ann'],
      ['edited', 'ben'],
    ],
  );
});

test('a decision about other arguments is refused, and arguments that change after it never run', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const run = await parked(script);
  const item = await ann.waiting(run.runId, '1:p');
  const other = createHash('sha256').update('{"cents":1}').digest('hex');
  const problem = await ann.refused(item, { kind: 'approve' }, { argsSha256: other });
  assert.deepEqual([problem.code, problem.status], ['APPROVAL_CHANGED', 409]);
  await ann.decide(item, { kind: 'approve' });
  await rows(`UPDATE tool_calls SET args = args || '{"cents": 90000}' WHERE run_id = $1`, run.runId);
  const seen = await workWith(script);
  await assert.rejects(run.handle.result(), WorkflowFailedError);
  assert.deepEqual(seen.ran, []);
});

test('what lies behind a [secret] cannot be exchanged after the decision', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const run = await parked(script);
  await ann.decide(await ann.waiting(run.runId, '1:p'), { kind: 'approve' });
  const another = JSON.stringify(harness.sealer.seal('6666'));
  await rows(
    `UPDATE tool_calls SET args = jsonb_set(args, '{card}', $2) WHERE run_id = $1`,
    run.runId,
    another,
  );
  const seen = await workWith(script);
  await assert.rejects(run.handle.result(), WorkflowFailedError);
  assert.deepEqual(seen.ran, []);
});

test('the first decision wins: of ten people at once one does, and the others are told who and when', async () => {
  const run = await parked();
  const item = await ann.waiting(run.runId, '1:p');
  const body = (n: number) => ({
    argsSha256: item.argsSha256,
    decision: { kind: 'reject', reason: `person ${n}` },
    by: `person ${n}`,
  });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => api.post(`/api/approvals/${item.approvalKey}/decision`, body(n))),
  );
  const winners = answers.filter(({ status }) => status === 200);
  assert.equal(winners.length, 1);
  const [winner] = winners.map(({ body: won }) => (won as DecidedApproval).outcome);
  assert.ok(winner);
  const { decision, decidedBy, decidedAt } = winner;
  for (const { status, body: problem } of answers.filter((answer) => answer.status !== 200)) {
    assert.equal(status, 409);
    assert.deepEqual((problem as { outcome: object }).outcome, { decision, decidedBy, decidedAt });
  }
  const again = await ann.decide(item, { kind: 'reject', reason: decidedBy }, decidedBy);
  assert.equal(again.first, false, 'the same person may send the same again');
  assert.equal((await auditOf(run.runId)).length, 1);
});

test('nobody decides in time: the timer rejects, says so in the audit, and the model hears it', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  const seen = await workWith(script, { ...ALWAYS, expiresInMs: 1_000 });
  const run = await harness.start();
  await run.handle.result();
  assert.deepEqual(seen.ran, []);
  const { output } = toldAbout(seen, 1).p as { output: { error: { code: string } } };
  assert.equal(output.error.code, 'APPROVAL_EXPIRED');
  const [audit] = await auditOf(run.runId);
  assert.deepEqual([audit?.decision, audit?.decided_by, audit?.decided_via], ['expired', 'timer', 'timer']);
  const item = await ann.read(`${run.runId}:1:p`);
  const late = await ann.refused(item, { kind: 'approve' });
  assert.equal(late.code, 'APPROVAL_EXPIRED');
});

test('time runs out with no worker up too: no decision is taken any more, and the run goes on once a worker is up', async () => {
  const script = [turn(call('pay', PAY, 'p'))];
  await workWith(script, { ...ALWAYS, expiresInMs: 3_000 });
  const run = await harness.start();
  const item = await ann.waiting(run.runId, '1:p');
  await worker?.stop();
  await waitFor('the time to run out', async () => (await ann.read(item.approvalKey)).state === 'expired');
  assert.equal((await ann.refused(item, { kind: 'approve' })).code, 'APPROVAL_EXPIRED');
  const seen = await workWith(script);
  await run.handle.result();
  assert.deepEqual(seen.ran, []);
});

test('a predicate decides by the arguments, once: what it lets pass is recorded and waits for nobody', async () => {
  let asked = 0;
  const limit: Gate<{ cents: number }, unknown> = {
    risk: 'medium',
    when: ({ cents }) => {
      asked += 1;
      return cents > 500;
    },
  };
  const script = [
    turn(call('pay', { to: 'ben', cents: 500 }, 'p')),
    turn(call('pay', { to: 'ben', cents: 501 }, 'p')),
  ];
  const seen = await workWith(script, limit);
  const run = await harness.start();
  const item = await ann.waiting(run.runId, '2:p');
  assert.deepEqual(seen.ran, ['pay 500 to ben']);
  await ann.decide(item, { kind: 'approve' });
  await run.handle.result();
  assert.deepEqual(seen.ran, ['pay 500 to ben', 'pay 501 to ben']);
  assert.equal(asked, 2);
  const { approvals } = (await api.get(`/api/runs/${run.runId}/approvals`)) as {
    approvals: { step: number; state: string; rule: string }[];
  };
  assert.deepEqual(
    approvals.map(({ step, state, rule }) => [step, state, rule]),
    [
      [1, 'not_needed', 'predicate'],
      [2, 'approved', 'predicate'],
    ],
  );
});

test('a predicate that fails, or says anything but no, asks a person', async () => {
  const broken: Gate<{ cents: number }, unknown> = {
    risk: 'low',
    when: ({ cents }) => {
      if (cents === 1) throw new Error('cannot tell');
      return undefined as unknown as boolean;
    },
  };
  const seen = await workWith(
    [turn(call('pay', { to: 'a', cents: 1 }, 'p'), call('pay', { to: 'a', cents: 2 }, 'q'))],
    broken,
  );
  const run = await harness.start();
  const [first, second] = [await ann.waiting(run.runId, '1:p'), await ann.waiting(run.runId, '1:q')];
  assert.deepEqual([first.rule, second.rule], ['predicate_failed', 'predicate']);
  for (const item of [first, second]) await ann.decide(item, { kind: 'reject', reason: 'no' });
  await run.handle.result();
  assert.deepEqual(seen.ran, []);
});

test('several gates in one step are decided in any order; effects beside them do not wait', async () => {
  const ids = ['a', 'b', 'c'];
  const seen = await workWith([
    turn(call('free', { on: 'x' }), ...ids.map((id) => call('pay', { to: id, cents: 1 }, id))),
  ]);
  const run = await harness.start();
  const items = await Promise.all(ids.map((id) => ann.waiting(run.runId, `1:${id}`)));
  await waitFor('the free effect', () => seen.ran.includes('free x'));
  for (const item of items.toReversed()) {
    const isRefused = item.toolUseId === 'b';
    await ann.decide(item, isRefused ? { kind: 'reject', reason: 'no' } : { kind: 'approve' });
    if (!isRefused) await waitFor('the payment', () => seen.ran.includes(`pay 1 to ${item.toolUseId}`));
  }
  await run.handle.result();
  assert.deepEqual(seen.ran, ['free x', 'pay 1 to c', 'pay 1 to a']);
});

test('effect, approval, approval, effect: each happens once, in order, whatever worker is up', async () => {
  const script = [
    turn(call('free', { on: 'first' })),
    turn(call('pay', { to: 'one', cents: 1 }, 'p')),
    turn(call('pay', { to: 'two', cents: 2 }, 'p')),
    turn(call('free', { on: 'last' })),
  ];
  const workers = [await workWith(script)];
  const run = await harness.start();
  for (const step of [2, 3]) {
    const item = await ann.waiting(run.runId, `${step}:p`);
    // Another worker for each step: nothing of a question lives in one.
    await worker?.stop();
    await ann.decide(item, { kind: 'approve' });
    workers.push(await workWith(script));
  }
  await run.handle.result();
  assert.deepEqual(
    workers.map(({ ran }) => ran),
    [['free first'], ['pay 1 to one'], ['pay 2 to two', 'free last']],
  );
  const sends = await rows(
    `SELECT count(*)::int AS sends FROM effects e JOIN effect_attempts a USING (key)
     WHERE e.run_id = $1 AND e.kind = 'effect' GROUP BY e.key`,
    run.runId,
  );
  assert.deepEqual(
    sends.map((row) => row.sends),
    [1, 1, 1, 1],
  );
});

test('a tool that only reads can ask too', async () => {
  const seen = await workWith([turn(call('peek', { at: 'salaries' }, 'p'))]);
  const run = await harness.start();
  await ann.decide(await ann.waiting(run.runId, '1:p'), { kind: 'edit', args: { at: 'headcount' } });
  await run.handle.result();
  assert.deepEqual(seen.ran, ['peek headcount']);
  assert.deepEqual((toldAbout(seen, 1).p as { output: unknown }).output, {
    ok: true,
    value: { seen: 'headcount' },
  });
});

test('a run that is cancelled while it waits ends as cancelled, and takes no decision any more', async () => {
  const seen = await workWith([turn(call('pay', PAY, 'p'))]);
  const run = await harness.start();
  const item = await ann.waiting(run.runId, '1:p');
  const { status } = await api.post(`/api/runs/${run.runId}/cancel`, {});
  assert.equal(status, 202);
  assert.equal((await ann.refused(item, { kind: 'approve' })).code, 'RUN_CLOSED');
  await assert.rejects(run.handle.result(), (thrown: unknown) => {
    return thrown instanceof WorkflowFailedError && thrown.cause instanceof CancelledFailure;
  });
  await waitFor('it to be withdrawn', async () => (await ann.read(item.approvalKey)).state === 'withdrawn');
  assert.deepEqual(seen.ran, []);
});

test('an effect that began under a build that asked nobody is not asked about by the next build', async () => {
  const script = [turn(call('once', { on: 'x' }, 'o'))];
  const before = await workWith(script);
  const run = await harness.start();
  const key = `${run.runId}:1:o`;
  await waitFor('the outcome to be unknown', async () =>
    (await ann.inbox()).items.some((item) => item.kind === 'unknown' && item.effectKey === key),
  );
  await worker?.stop();
  const decision = { kind: 'did_not_happen', reason: 'no trace of it' };
  const { status } = await api.post(`/api/effects/${key}/resolution`, { decision, by: 'ann' });
  assert.equal(status, 200);
  const seen = nothingSeen();
  worker = await harness.work(gatedAgent(script, seen, { approval: ALWAYS, onceAsks: true }));
  await run.handle.result();
  assert.deepEqual([before.ran, seen.ran], [['once x'], ['once x']]);
  assert.deepEqual(await rows('SELECT state FROM approvals WHERE run_id = $1', run.runId), []);
  const [audit] = await auditOf(run.runId);
  assert.deepEqual([audit?.decision, audit?.decided_by, audit?.decided], ['did_not_happen', 'ann', null]);
});

test('a question asked after the run has been continued as new is answered like any other', async () => {
  const script = [
    ...Array.from({ length: 40 }, (_, n) => turn(call('look', { at: String(n) }))),
    turn(call('pay', PAY, 'p')),
  ];
  const seen = await workWith(script);
  const run = await harness.start();
  const item = await ann.waiting(run.runId, '41:p', FORTY_STEPS);
  const executions = await run.handle.describe();
  assert.notEqual(
    executions.raw.workflowExecutionInfo?.firstRunId,
    executions.runId,
    'it was continued as new',
  );
  await ann.decide(item, { kind: 'approve' });
  await run.handle.result();
  assert.deepEqual(seen.ran, [`pay 900 to ben from ${CARD}`]);
});
