import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { effectKey } from '@checkpoint/contracts';
import { createWorld, type TestWorker, type World } from './fixtures/world.ts';

let world: World;
let worker: TestWorker;
before(async () => {
  world = await createWorld();
  worker = await world.worker();
});
after(() => world.close());

const KIB = 1024;

test('sends large arguments whole and keeps them out of the row', async () => {
  const effect = world.effect({ args: 'x'.repeat(300 * KIB) });
  const key = effectKey(effect);
  await worker.journal.perform(effect, world.tool('idempotent'));
  assert.equal(world.receiver.of(key)[0]?.body, effect.args);
  const row = await world.row(key);
  assert.equal(row.args, '');
  const { rows } = await world.db.pool.query('SELECT body FROM claims WHERE sha256 = $1', [row.args_claim]);
  assert.equal(rows[0].body, effect.args);
});

test('returns a large result byte for byte from the journal', async () => {
  const effect = world.effect();
  const value = { text: 'ä'.repeat(300 * KIB) };
  const tool = world.tool('idempotent', { send: async () => ({ value }) });
  const first = await worker.journal.perform(effect, tool);
  const again = await worker.journal.perform(effect, tool);
  assert.equal(again.fromJournal, true);
  assert.deepEqual(again.output, first.output);
  assert.deepEqual(again.output, { ok: true, value });
  assert.equal((await world.row(effectKey(effect))).result, null);
});

test('refuses arguments over the limit before anything is sent, in one clear error that is not retried', async () => {
  const effect = world.effect({ args: 'x'.repeat(5 * KIB * KIB) });
  await assert.rejects(worker.journal.perform(effect, world.tool('idempotent')), {
    name: 'TerminalError',
    code: 'PAYLOAD_TOO_LARGE',
  });
  assert.equal(world.receiver.of(effectKey(effect)).length, 0);
});

test('an effect whose result is over the limit stays applied, and the model is told why it has no result', async () => {
  const effect = world.effect();
  const tool = world.tool('unrepeatable', { send: async () => ({ value: 'x'.repeat(5 * KIB * KIB) }) });
  const { output } = await worker.journal.perform(effect, tool);
  assert.equal(output.ok ? '' : output.error.code, 'PAYLOAD_TOO_LARGE');
  assert.equal((await world.row(effectKey(effect))).state, 'applied');
});

test('never stores arguments that the caller wants shown otherwise, and still sends them', async () => {
  const effect = world.effect({ args: '{"card":"4242"}', shownArgs: '{"card":"[secret]"}' });
  const key = effectKey(effect);
  await worker.journal.perform(effect, world.tool('idempotent'));
  assert.equal(world.receiver.of(key)[0]?.body, effect.args);
  assert.equal(JSON.stringify(await world.row(key)).includes('4242'), false);
  await assert.rejects(
    worker.journal.perform({ ...effect, args: '{"card":"4343"}' }, world.tool('idempotent')),
    { name: 'EffectKeyReused' },
  );
});
