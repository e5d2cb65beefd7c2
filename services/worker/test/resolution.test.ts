/**
 * A person decides about unknown outcomes over HTTP, from end to end: an API process, Temporal, Postgres and workers.
 * All decisions are taken while no worker is up; a worker that starts later goes on with the runs.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Agent, defineAgent, defineTool, done } from '@checkpoint/agent';
import type { EffectList, RunDetail, UnknownEffectList } from '@checkpoint/contracts/api';
import { waitFor } from '@checkpoint/testing';
import { z } from 'zod';
import { type ApiProcess, startApi } from './fixtures/api.ts';
import { createHarness, type Harness, type Started } from './fixtures/harness.ts';

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1';

let harness: Harness;
let api: ApiProcess;
/** Epochs under which `pay` was sent, by run. */
const sent = new Map<string, number[]>();
/** How many of a run's sends get no answer. */
const lostAnswers = new Map<string, number>();
const runs: Record<'happened' | 'again' | 'twice' | 'givenUp' | 'cutOff', Started> = {} as never;

/** Pays once, and tells as its result what the model was told about that. */
function payingAgent(): Agent {
  const pay = defineTool({
    name: 'pay',
    description: 'Pays. Must never be repeated.',
    input: z.object({ cents: z.int() }),
    execute: async (_input: { cents: number }, { runId, epoch }) => {
      const epochs = [...(sent.get(runId) ?? []), epoch];
      sent.set(runId, epochs);
      if (epochs.length <= (lostAnswers.get(runId) ?? 1)) throw new Error('the answer was lost');
      return done({ paid: true }, { providerRef: 'pay_2' });
    },
  });
  return defineAgent({
    name: 'scripted',
    description: 'Pays.',
    input: z.object({}),
    settings: z.object({}),
    system: 'Pay.',
    opening: async () => 'Begin.',
    tools: [pay],
    finish: { name: 'finish', description: 'Ends.', input: z.object({ told: z.unknown() }) },
    offline: (messages) => {
      const last = messages.at(-1);
      if (last?.role !== 'tool') return { text: '', calls: [{ tool: 'pay', args: { cents: 5 } }] };
      return { text: '', calls: [{ tool: 'finish', args: { told: last.output } }] };
    },
  });
}

async function inbox(): Promise<UnknownEffectList['items']> {
  return ((await api.get('/api/effects/unknown')) as UnknownEffectList).items;
}

/** The key of the run's effect, once its outcome is unknown. */
function unknownOf({ runId }: Started): Promise<string> {
  return waitFor(`the payment of ${runId} to be unknown`, async () => {
    return (await inbox()).find((item) => item.runId === runId)?.effectKey;
  });
}

async function decide(run: Started, decision: object, by = 'ann', through = api) {
  return await through.post(`/api/effects/${await unknownOf(run)}/resolution`, { decision, by });
}

/** What the model was told, from the run's result. */
async function toldIn({ runId, handle }: Started): Promise<unknown> {
  await handle.result();
  const ended = await waitFor('the run to be shown as completed', async () => {
    const run = (await api.get(`/api/runs/${runId}`)) as RunDetail;
    return run.status === 'completed' && run;
  });
  return (ended.result as { told: unknown }).told;
}

async function effectOf({ runId }: Started): Promise<EffectList['effects'][number]> {
  const [effect] = ((await api.get(`/api/runs/${runId}/effects`)) as EffectList).effects;
  assert.ok(effect);
  return effect;
}

before(async () => {
  harness = await createHarness();
  api = await startApi(harness.db.url);
  const worker = await harness.work(payingAgent());
  for (const name of ['happened', 'again', 'twice', 'givenUp', 'cutOff'] as const) {
    runs[name] = await harness.start();
  }
  lostAnswers.set(runs.twice.runId, 2);
  for (const run of Object.values(runs)) await unknownOf(run);
  await worker.stop();
});
after(async () => {
  await api.stop();
  await harness.close();
});

test('decisions are taken with no worker up, and the second person to decide is told who did and when', async () => {
  const answers = [
    await decide(runs.happened, { kind: 'happened', providerRef: 'pay_1' }),
    await decide(runs.again, { kind: 'did_not_happen', reason: 'no such payment' }),
    await decide(runs.twice, { kind: 'did_not_happen' }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const key = await unknownOf(runs.givenUp);
  const giveUp = { kind: 'give_up', reason: 'the provider is out of business' };
  const first = await decide(runs.givenUp, giveUp);
  const { decidedAt } = first.body as { decidedAt: string };
  const second = await api.post(`/api/effects/${key}/resolution`, { decision: giveUp, by: 'ben' });
  assert.equal(second.status, 409);
  assert.deepEqual((second.body as { resolution: object }).resolution, {
    decision: 'give_up',
    decidedBy: 'ann',
    decidedAt,
  });
});

test('a decision outlives the API that took it and could not reach Temporal', async () => {
  const cutOff = await startApi(harness.db.url, { temporalAddress: NOWHERE });
  const answer = await decide(runs.cutOff, { kind: 'happened', providerRef: 'pay_9' }, 'ann', cutOff);
  await cutOff.stop('SIGKILL');
  assert.equal(answer.status, 200);
});

test('a worker that starts later goes on, and the model hears that it happened, without a second send', async () => {
  await harness.work(payingAgent());
  assert.deepEqual(await toldIn(runs.happened), {
    ok: true,
    value: { providerRef: 'pay_1', confirmedBy: 'ann' },
  });
  assert.deepEqual(sent.get(runs.happened.runId), [1]);
});

test('the signal that the cut-off API could not send is sent by the sweep of another', async () => {
  const told = (await toldIn(runs.cutOff)) as { ok: boolean };
  assert.equal(told.ok, true);
  assert.deepEqual(sent.get(runs.cutOff.runId), [1]);
});

test('what did not happen is sent again once, under epoch 2, and the model hears its result', async () => {
  assert.deepEqual(await toldIn(runs.again), { ok: true, value: { paid: true } });
  assert.deepEqual(sent.get(runs.again.runId), [1, 2]);
  const effect = await effectOf(runs.again);
  assert.deepEqual(
    effect.attempts.map(({ outcome }) => outcome),
    ['unknown', 'applied'],
  );
  assert.equal(effect.providerRef, 'pay_2');
  assert.equal(effect.resolution?.reason, 'no such payment');
});

test('what is given up is never sent again, and the model hears the reason', async () => {
  assert.deepEqual(await toldIn(runs.givenUp), {
    ok: false,
    error: { code: 'GIVEN_UP', message: 'the provider is out of business' },
  });
  assert.deepEqual(sent.get(runs.givenUp.runId), [1]);
});

test('an effect that becomes unknown again waits for a decision again', async () => {
  const { runId } = runs.twice;
  await waitFor('the second send', () => sent.get(runId)?.length === 2);
  const answer = await decide(runs.twice, { kind: 'happened', providerRef: 'pay_3' }, 'ben');
  assert.equal(answer.status, 200);
  assert.deepEqual(await toldIn(runs.twice), {
    ok: true,
    value: { providerRef: 'pay_3', confirmedBy: 'ben' },
  });
  assert.deepEqual(sent.get(runId), [1, 2]);
});
