import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DELIVERY_CLASSES, effectKey } from '@checkpoint/contracts';
import { certifyDeath, giveUpStopped, stopRun } from '../src/index.ts';
import { createWorld, type World } from './fixtures/world.ts';

let world: World;
before(async () => {
  world = await createWorld();
});
after(() => world.close());

for (const delivery of DELIVERY_CLASSES) {
  test(`performs a ${delivery} effect once and returns the stored outcome ever after`, async () => {
    const [one, two] = [await world.worker(), await world.worker()];
    const effect = world.effect();
    const first = await one.journal.perform(effect, world.tool(delivery));
    const again = await two.journal.perform({ ...effect, attempt: 2 }, world.tool(delivery));
    assert.equal(first.fromJournal, false);
    assert.equal(again.fromJournal, true);
    assert.deepEqual(again.output, first.output);
    const key = effectKey(effect);
    assert.equal(delivery === 'transactional' ? await world.rows(key) : world.receiver.of(key).length, 1);
  });
}

test('commits the intent before anything leaves the process', async () => {
  const { journal } = await world.worker();
  const effect = world.effect();
  const seen: unknown[] = [];
  const tool = world.tool('unrepeatable', {
    send: async ({ key }: { key: string }) => {
      seen.push((await world.row(key)).state);
      return { value: null };
    },
  });
  await journal.perform(effect, tool);
  assert.deepEqual(seen, ['intended']);
});

test('sends nothing when the intent cannot be written', async () => {
  const { journal } = await world.worker();
  const effect = world.effect({ step: 1.5 });
  await assert.rejects(journal.perform(effect, world.tool('unrepeatable')));
  const readOnly = world.effect();
  await world.db.pool.query('ALTER TABLE effects RENAME TO effects_away');
  try {
    await assert.rejects(
      journal.perform(readOnly, world.tool('unrepeatable')),
      /relation "effects" does not exist/,
    );
  } finally {
    await world.db.pool.query('ALTER TABLE effects_away RENAME TO effects');
  }
  assert.equal(world.receiver.of(effectKey(readOnly)).length, 0);
});

for (const state of ['applied', 'rejected', 'unknown', 'intended'] as const) {
  test(`refuses other arguments under the same key when the effect is ${state}`, async () => {
    const { journal } = await world.worker();
    const effect = world.effect();
    const key = effectKey(effect);
    world.receiver.answer = () =>
      ({ applied: true, rejected: 422, unknown: 500, intended: 503 })[state] as true | number;
    const delivery = state === 'intended' ? 'idempotent' : 'unrepeatable';
    await journal.perform(effect, world.tool(delivery)).catch(() => undefined);
    world.receiver.answer = () => true;
    assert.equal((await world.row(key)).state, state);
    const before = world.receiver.of(key).length;
    await assert.rejects(journal.perform({ ...effect, args: '{"n":2}' }, world.tool(delivery)), {
      name: 'EffectKeyReused',
    });
    assert.equal(world.receiver.of(key).length, before);
  });
}

test('does not run an effect that a live worker is performing', async () => {
  const gate = Promise.withResolvers<void>();
  const [one, two] = [await world.worker(), await world.worker()];
  const effect = world.effect();
  const started = Promise.withResolvers<void>();
  const slow = world.tool('idempotent', {
    send: async () => {
      started.resolve();
      await gate.promise;
      return { value: 'slow' };
    },
  });
  const running = one.journal.perform(effect, slow);
  await started.promise;
  await assert.rejects(two.journal.perform(effect, world.tool('idempotent')), { name: 'EffectInProgress' });
  await assert.rejects(one.journal.perform(effect, world.tool('idempotent')), { name: 'EffectInProgress' });
  gate.resolve();
  assert.equal((await running).fromJournal, false);
  assert.equal(world.receiver.of(effectKey(effect)).length, 0);
});

test('lets exactly one of two workers win when both begin the same effect at the same instant', async () => {
  const workers = await Promise.all(Array.from({ length: 6 }, () => world.worker()));
  const effect = world.effect();
  const results = await Promise.allSettled(
    workers.map(({ journal }) => journal.perform(effect, world.tool('unrepeatable'))),
  );
  const sent = results.filter((result) => result.status === 'fulfilled' && !result.value.fromJournal);
  assert.equal(sent.length, 1);
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});

test('counts two equal calls of one step as two effects', async () => {
  const { journal } = await world.worker();
  const effect = world.effect();
  await journal.perform(effect, world.tool('unrepeatable'));
  await journal.perform({ ...effect, toolUseId: 'call_2' }, world.tool('unrepeatable'));
  const bodies = world.receiver.arrivals.filter((arrival) => arrival.key.startsWith(`${effect.runId}:`));
  assert.deepEqual(bodies.map((arrival) => arrival.key).sort(), [
    `${effect.runId}:1:call_1`,
    `${effect.runId}:1:call_2`,
  ]);
});

test('stores a refusal, returns it byte for byte and does not send again', async () => {
  const { journal } = await world.worker();
  const effect = world.effect();
  world.receiver.answer = () => 422;
  const first = await journal.perform(effect, world.tool('idempotent'));
  world.receiver.answer = () => true;
  const again = await journal.perform(effect, world.tool('idempotent'));
  assert.equal(first.output.ok, false);
  assert.equal(JSON.stringify(again.output), JSON.stringify(first.output));
  assert.equal(again.fromJournal, true);
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});

test('never reads an ambiguous answer as a failure: an unrepeatable effect becomes unknown', async () => {
  const { journal } = await world.worker();
  for (const answer of [500, 'drop'] as const) {
    const effect = world.effect();
    world.receiver.answer = () => answer;
    await assert.rejects(journal.perform(effect, world.tool('unrepeatable')), {
      name: 'UnknownOutcomeError',
    });
    world.receiver.answer = () => true;
    await assert.rejects(journal.perform(effect, world.tool('unrepeatable')), {
      name: 'UnknownOutcomeError',
    });
    assert.equal(world.receiver.of(effectKey(effect)).length, 1);
    assert.equal((await world.row(effectKey(effect))).state, 'unknown');
  }
});

test('finds a probed effect at the receiver when the answer to it was lost', async () => {
  const { journal } = await world.worker();
  const effect = world.effect();
  world.receiver.answer = () => 'drop';
  await assert.rejects(journal.perform(effect, world.tool('probed')), { code: 'EFFECT_AMBIGUOUS' });
  world.receiver.answer = () => true;
  const performed = await journal.perform({ ...effect, attempt: 2 }, world.tool('probed'));
  assert.equal(performed.providerRef, `ref-of-${effectKey(effect)}`);
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});

test('gives up on a tool after its budget of tries, and says unknown when one of them may have been sent', async () => {
  const { journal } = await world.worker();
  const [lost, neverSent] = [world.effect(), world.effect()];
  world.receiver.answer = () => 500;
  const flaky = world.tool('idempotent', { maxTries: 3 });
  const first = await tries(() => journal.perform(lost, flaky));
  assert.deepEqual(first, ['EFFECT_AMBIGUOUS', 'EFFECT_AMBIGUOUS', 'EFFECT_UNKNOWN']);
  world.receiver.answer = () => true;
  const away = world.tool('idempotent', { maxTries: 3, send: toPort1 });
  const second = await tries(() => journal.perform(neverSent, away));
  assert.deepEqual(second, ['EFFECT_NOT_SENT', 'EFFECT_NOT_SENT', 'done']);
  assert.equal((await world.row(effectKey(neverSent))).state, 'rejected');
});

async function toPort1(): Promise<never> {
  const { NotSent } = await import('@checkpoint/contracts');
  throw new NotSent('connection refused');
}

async function tries(perform: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    seen.push(
      await perform().then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    );
  }
  return seen;
}

test('begins no new effect of a run that was stopped, and still returns what is stored', async () => {
  const { journal } = await world.worker();
  const done = world.effect();
  await journal.perform(done, world.tool('idempotent'));
  await stopRun(world.db.pool, { runId: done.runId, reason: 'test' });
  const next = { ...done, toolUseId: 'call_2' };
  await assert.rejects(journal.perform(next, world.tool('idempotent')), { code: 'RUN_STOPPED' });
  assert.equal(world.receiver.of(effectKey(next)).length, 0);
  assert.equal((await journal.perform(done, world.tool('idempotent'))).fromJournal, true);
});

test('settles what a stopped run left on a dead worker as unknown, and leaves what a live worker performs', async () => {
  const [dead, live] = [await world.worker(), await world.worker()];
  const never = new Promise<never>(() => undefined);
  const [lost, running] = [world.effect(), world.effect()];
  const mine = { ...running, runId: lost.runId, toolUseId: 'call_2' };
  void dead.journal.perform(lost, world.tool('unrepeatable', { send: () => never }));
  const gate = Promise.withResolvers<{ value: string }>();
  const inFlight = live.journal.perform(mine, world.tool('unrepeatable', { send: () => gate.promise }));
  const { waitFor } = await import('@checkpoint/testing');
  await waitFor(
    'both intents',
    async () => (await world.row(effectKey(mine))).state && (await world.row(effectKey(lost))).state,
  );
  await certifyDeath(world.db.pool, { workerId: dead.id, evidence: 'exit', issuedBy: 'test' });
  await stopRun(world.db.pool, { runId: lost.runId, reason: 'test' });
  assert.deepEqual(await giveUpStopped(world.db.pool, lost.runId), [
    { key: effectKey(lost), state: 'unknown' },
  ]);
  gate.resolve({ value: 'late' });
  assert.equal((await inFlight).fromJournal, false);
});

test('commits a rider with the intent and another with the settle, or not at all', async () => {
  await world.db.pool.query('CREATE TABLE notes (key text, what text)');
  const { journal } = await world.worker();
  const effect = world.effect();
  const note = (what: string, source: string) => ({
    text: `INSERT INTO notes SELECT $1, $2 FROM ${source}`,
    values: [effectKey(effect), what],
  });
  const options = {
    besideIntend: [note('intend', 'intent WHERE fresh')],
    besideSettle: () => [note('settle', 'settled'), note('settle again', 'settled')],
  };
  await journal.perform(effect, world.tool('idempotent'), options);
  await journal.perform(effect, world.tool('idempotent'), options);
  const { rows } = await world.db.pool.query('SELECT what FROM notes WHERE key = $1 ORDER BY what', [
    effectKey(effect),
  ]);
  assert.deepEqual(
    rows.map((row) => row.what),
    ['intend', 'settle', 'settle again'],
  );
});

test('keeps attempts append-only and settled effects final, in the database itself', async () => {
  const { journal } = await world.worker();
  const effect = world.effect();
  const key = effectKey(effect);
  await journal.perform(effect, world.tool('idempotent'));
  const { pool } = world.db;
  await assert.rejects(pool.query('DELETE FROM effect_attempts WHERE key = $1', [key]), /append-only/);
  await assert.rejects(
    pool.query("UPDATE effect_attempts SET outcome = 'unknown' WHERE key = $1", [key]),
    /append-only/,
  );
  await assert.rejects(
    pool.query("UPDATE effects SET state = 'intended', applied_at = NULL WHERE key = $1", [key]),
    /final/,
  );
  await assert.rejects(pool.query('UPDATE effects SET epoch = 0 WHERE key = $1', [key]), /epoch|check/);
});

test('an attempt that its caller gave up uses up no try, however often, and the effect goes on from it', async () => {
  const { journal } = await world.worker();
  const effect = world.effect();
  const tool = world.tool('probed', { maxTries: 2 });
  const send = ({ signal }: { readonly signal: AbortSignal }) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  for (const attempt of [1, 2, 3]) {
    const stopping = new AbortController();
    const performing = journal.perform({ ...effect, attempt }, { ...tool, send } as never, {
      signal: stopping.signal,
    });
    setTimeout(() => stopping.abort(new Error('the worker is stopping')), 400);
    await assert.rejects(performing, { code: 'EFFECT_AMBIGUOUS' });
  }
  const performed = await journal.perform({ ...effect, attempt: 4 }, tool);
  assert.equal(performed.output.ok, true);
  const outcomes = (await world.attempts(effectKey(effect))).map(({ outcome }) => outcome);
  assert.deepEqual(outcomes, ['given_up', 'given_up', 'given_up', 'applied']);
});
