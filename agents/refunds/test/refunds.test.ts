/** The refund tools through the journal, on real Postgres, against the real witness as a process of its own. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { certifyDeath, resolveUnknown } from '@checkpoint/journal';
import { waitFor } from '@checkpoint/testing';
import { refunds } from '../index.ts';
import { RefundsInput, VIAS } from '../input.ts';
import { RefundInput } from '../request.ts';
import { Result } from '../tools/finish.ts';
import { readCase } from '../tools/read-case.ts';
import { runOffline } from './conversation.ts';
import { EXPECTED_TOTALS } from './fixtures.ts';
import type { Performing } from './performing.ts';
import { createWorld, kill, type World } from './world.ts';

const NO_PROMISES = { idempotency: 'none', lookup: 'none' } as const;
/** Milliseconds: much longer than a test, and short enough to be waited for. */
const LONG_MS = 3_600_000;
const SHORT_MS = 500;

let world: World;
before(async () => {
  world = await createWorld();
});
after(() => world[Symbol.asyncDispose]());

const keyOf = ({ runId, input }: Performing) => `${runId}:1:refund_${input.via}`;

for (const via of VIAS) {
  test(`a whole run through refund_${via} moves the money that it reports, and no cent twice`, async () => {
    const worker = await world.worker();
    const asking = await world.asking(via, {});
    const { input, runId } = asking;
    const run = await runOffline(
      input,
      async ({ tool, args }, step) => {
        if (tool === 'read_case') return { ok: true, value: await caseOf(args, asking) };
        const refund = RefundInput.parse(args);
        return (await worker.untilSettled({ ...asking, step, refund })).output;
      },
      20,
    );
    const { totals, declined } = Result.parse(run.result);
    assert.deepEqual([totals, declined.length], [EXPECTED_TOTALS, 6]);
    assert.deepEqual(await world.balance(input.account), totals);
    assert.deepEqual(await world.payments(runId), { arrivals: 6, refunds: 6, duplicates: 0 });
  });
}

for (const fault of ['fail_after_commit', 'drop_after_commit'] as const) {
  test(`keyed: after ${fault} it sends again, the provider absorbs it, and the card is refunded once`, async () => {
    const asking = await world.asking('keyed', {
      policy: { ...NO_PROMISES, idempotency: { windowMs: LONG_MS } },
    });
    await world.order({ fault, runId: asking.runId });
    const performed = await (await world.worker()).untilSettled(asking);
    assert.equal(performed.output.ok, true);
    assert.deepEqual(await world.payments(asking.runId), { arrivals: 2, refunds: 1, duplicates: 0 });
  });

  test(`probed: after ${fault} it asks a look-up that lags, waits, and sends nothing again`, async () => {
    const asking = await world.asking('probed', {
      policy: { ...NO_PROMISES, lookup: { lagMs: SHORT_MS } },
      paymentsLookupLagMs: SHORT_MS,
    });
    await world.order({ fault, runId: asking.runId });
    const performed = await (await world.worker()).untilSettled(asking);
    assert.match(performed.providerRef ?? '', /^re_\d+$/);
    assert.deepEqual(await world.payments(asking.runId), { arrivals: 1, refunds: 1, duplicates: 0 });
  });

  test(`unrepeatable: after ${fault} it never sends again, and a person's word ends it`, async () => {
    const asking = await world.asking('unrepeatable', { policy: NO_PROMISES });
    await world.order({ fault, runId: asking.runId });
    const worker = await world.worker();
    await assert.rejects(worker.untilSettled(asking), { name: 'UnknownOutcomeError' });
    await assert.rejects(worker.untilSettled(asking), { name: 'UnknownOutcomeError' });
    assert.deepEqual(await world.payments(asking.runId), { arrivals: 1, refunds: 1, duplicates: 0 });
    const decision = { kind: 'happened', providerRef: 're_seen', value: { refundId: 're_seen' } } as const;
    await resolveUnknown(world.journal.pool, { key: keyOf(asking), decision, by: 'ines' });
    const performed = await worker.untilSettled(asking);
    assert.deepEqual([performed.fromJournal, performed.providerRef], [true, 're_seen']);
    assert.equal((await world.payments(asking.runId)).arrivals, 1);
  });
}

test('probed: a refund that was rejected before it was made is sent again once it can no longer land', async () => {
  const asking = await world.asking('probed', { policy: { ...NO_PROMISES, lookup: { lagMs: 0 } } });
  await world.order({ fault: 'reject', code: 503, runId: asking.runId });
  const performed = await (await world.worker()).untilSettled(asking);
  assert.equal(performed.output.ok, true);
  assert.deepEqual(await world.payments(asking.runId), { arrivals: 2, refunds: 1, duplicates: 0 });
});

test('probed: at an account without a look-up nobody can tell, so a person decides', async () => {
  const asking = await world.asking('probed', { policy: NO_PROMISES });
  await world.order({ fault: 'fail_after_commit', runId: asking.runId });
  await assert.rejects((await world.worker()).untilSettled(asking), { name: 'UnknownOutcomeError' });
  assert.equal((await world.payments(asking.runId)).refunds, 1);
});

test('a 4xx is a refusal for good: it is stored, told, and never sent again', async () => {
  const asking = await world.asking('unrepeatable', { policy: NO_PROMISES });
  await world.order({ fault: 'reject', code: 402, runId: asking.runId });
  const worker = await world.worker();
  const [first, again] = [await worker.untilSettled(asking), await worker.untilSettled(asking)];
  assert.deepEqual([first.output.ok, again.fromJournal], [false, true]);
  assert.deepEqual(await world.payments(asking.runId), { arrivals: 1, refunds: 0, duplicates: 0 });
});

test('keyed: past the key’s window it is not sent again: unknown, and the card is refunded once', async () => {
  const asking = await world.asking('keyed', {
    policy: { ...NO_PROMISES, idempotency: { windowMs: SHORT_MS } },
    paymentsKeyWindowMs: SHORT_MS,
  });
  await failThenForget(asking);
  await assert.rejects((await world.worker()).untilSettled(asking), { name: 'UnknownOutcomeError' });
  assert.deepEqual(await world.payments(asking.runId), { arrivals: 1, refunds: 1, duplicates: 0 });
});

test('keyed: settings that claim a longer window than the provider’s refund twice, and the witness counts it', async () => {
  const asking = await world.asking('keyed', {
    policy: { ...NO_PROMISES, idempotency: { windowMs: SHORT_MS } },
    paymentsKeyWindowMs: LONG_MS,
  });
  await failThenForget(asking);
  await (await world.worker()).untilSettled(asking);
  assert.deepEqual(await world.payments(asking.runId), { arrivals: 2, refunds: 2, duplicates: 1 });
});

test('keyed: killed while the provider works on it, the next worker waits for the key and is given its answer', async () => {
  const asking = await world.asking('keyed', {
    policy: { ...NO_PROMISES, idempotency: { windowMs: LONG_MS } },
  });
  await world.order({ fault: 'delay', delayMs: 1_500, when: 'before_commit', runId: asking.runId });
  await killedInSend(asking);
  const performed = await (await world.worker()).untilSettled(asking);
  assert.deepEqual([performed.output.ok, performed.fromJournal], [true, false]);
  const { refunds: made, duplicates } = await world.payments(asking.runId);
  assert.deepEqual([made, duplicates], [1, 0]);
});

test('probed: killed after the refund was made, the next worker finds it behind the lag and sends nothing', async () => {
  const asking = await world.asking('probed', {
    policy: { ...NO_PROMISES, lookup: { lagMs: 1_000 } },
    paymentsLookupLagMs: 1_000,
  });
  await world.order({ fault: 'delay', delayMs: 8_000, when: 'after_commit', runId: asking.runId });
  await killedInSend(asking);
  await (await world.worker()).untilSettled(asking);
  assert.deepEqual(await world.payments(asking.runId), { arrivals: 1, refunds: 1, duplicates: 0 });
});

test('unrepeatable: killed in the send, nobody sends again before a person says that it did not happen', async () => {
  const asking = await world.asking('unrepeatable', { policy: NO_PROMISES });
  await world.order({ fault: 'delay', delayMs: 8_000, when: 'after_commit', runId: asking.runId });
  await killedInSend(asking);
  const worker = await world.worker();
  await assert.rejects(worker.untilSettled(asking), { name: 'UnknownOutcomeError' });
  assert.equal((await world.payments(asking.runId)).arrivals, 1);
  const decision = { kind: 'did_not_happen', reason: 'a mistake, on purpose' } as const;
  await resolveUnknown(world.journal.pool, { key: keyOf(asking), decision, by: 'ines' });
  await worker.untilSettled(asking);
  // The person was wrong, and the witness says so: that is why it is a person's decision.
  assert.deepEqual(await world.payments(asking.runId), { arrivals: 2, refunds: 2, duplicates: 1 });
});

/** One attempt that hears a 500 for a refund that was made, then waits until the provider has forgotten its key. */
async function failThenForget(asking: Performing): Promise<void> {
  await world.order({ fault: 'fail_after_commit', runId: asking.runId });
  const worker = await world.worker();
  await assert.rejects(worker.once(asking), { code: 'EFFECT_AMBIGUOUS' });
  await waitFor('the window of the key to pass', async () => {
    const text =
      'SELECT now() - min(started_at) > $2 * interval $$1 ms$$ AS past FROM effect_attempts WHERE key = $1';
    return (await world.journal.pool.query(text, [keyOf(asking), SHORT_MS * 2])).rows[0].past;
  });
}

/** A worker process that is killed while the provider holds its request, and certified dead. */
async function killedInSend(asking: Performing): Promise<void> {
  const { id, child } = world.process(asking);
  await waitFor('the request to be at the provider', async () => (await world.played(asking.runId)) === 1);
  if (asking.input.via !== 'keyed') {
    await waitFor('the refund to be made', async () => (await world.payments(asking.runId)).refunds === 1);
  }
  await kill(child);
  await certifyDeath(world.journal.pool, { workerId: id, evidence: 'exit', issuedBy: 'test' });
}

async function caseOf(args: unknown, { input, settings }: Performing) {
  const context = { runId: 'run-a', step: 1, toolUseId: 'read_case', settings };
  const read = { ...context, agentInput: RefundsInput.parse(input), signal: new AbortController().signal };
  return (await readCase.execute(readCase.input.parse(args), read)).value;
}

test('the agent is among those that ship, under its name', async () => {
  const { agents } = await import('../../index.ts');
  assert.equal(agents.includes(refunds), true);
});
