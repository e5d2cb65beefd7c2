/** Tools in worker threads: real threads, and no server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { type Done, defineTool, done, inThread, NotSent, Refused, type SqlClient } from '../src/index.ts';
import { spin } from './fixtures/in-thread.ts';

const MODULE = new URL('./fixtures/in-thread.ts', import.meta.url);

function context(signal = new AbortController().signal) {
  return { runId: 'run-1', step: 1, toolUseId: 'call_1', settings: { at: 'here' }, agentInput: {}, signal };
}

function effectContext(remainingMs: () => number) {
  return { ...context(), key: 'run-1:1:call_1', epoch: 2, bytes: '{"a":1}', remainingMs };
}

const fieldsOf = ({ value }: Done) => value as Record<string, unknown>;

test('a synchronous tool does not stop the main thread, and is handed what it needs as data', async () => {
  let late = 0;
  let last = performance.now();
  const ticking = setInterval(() => {
    late = Math.max(late, performance.now() - last);
    last = performance.now();
  }, 10);
  const result = await inThread(MODULE)({ ms: 1_500 }, context());
  clearInterval(ticking);
  assert.deepEqual(result.value, { runId: 'run-1', settings: { at: 'here' } });
  assert.ok(late < 1_000, `the main thread stood still for ${late} ms`);
});

test('what a tool throws keeps its meaning on the way out of the thread', async () => {
  const fail = inThread(MODULE, 'failing');
  const refused = await fail({ how: 'refused' }, context()).catch((thrown: unknown) => thrown);
  assert.ok(refused instanceof Refused);
  assert.deepEqual([refused.message, refused.reason], ['no such card', { code: 'no_card' }]);
  await assert.rejects(fail({ how: 'not sent' }, context()), NotSent);
  await assert.rejects(fail({}, context()), (error: Error) => {
    assert.ok(
      !(error instanceof NotSent) && error.name === 'TypeError' && error.stack?.includes('in-thread.ts'),
    );
    return true;
  });
});

test('an aborted signal ends a thread that would compute for ever, and the next tool runs', async () => {
  const stop = new AbortController();
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const settings = { begun };
  const running = inThread(MODULE, 'forEver')({}, { ...context(stop.signal), settings });
  const { value } = Atomics.waitAsync(begun, 0, 0);
  await value;
  stop.abort(new Error('the worker is stopping'));
  await assert.rejects(running, /the worker is stopping/);
  assert.equal(fieldsOf(await inThread(MODULE)({}, context())).runId, 'run-1');
});

test('an effect in a thread sees its time renewed, and sees it run out when the main thread is blocked', async () => {
  const look = inThread(MODULE, 'looking');
  const seen = fieldsOf(
    await look(
      { ms: 1_500 },
      effectContext(() => 1_000),
    ),
  );
  assert.deepEqual([seen.key, seen.epoch, seen.bytes], ['run-1:1:call_1', 2, '{"a":1}']);
  assert.ok(Number(seen.after) > 500, `renewed, it has ${seen.after} ms left`);
  const looking = look(
    { ms: 1_500 },
    effectContext(() => 1_000),
  );
  await new Promise(setImmediate);
  spin(2_000);
  assert.equal(fieldsOf(await looking).after, 0);
});

test('an effect whose time was over before a thread was free has sent nothing', async () => {
  await assert.rejects(
    inThread(MODULE, 'looking')(
      {},
      effectContext(() => 0),
    ),
    NotSent,
  );
  const stop = new AbortController();
  const waiting = Array.from({ length: 64 }, () => inThread(MODULE)({ ms: 50 }, context(stop.signal)));
  stop.abort(new Error('cancelled'));
  const errors = await Promise.allSettled(waiting);
  const last = errors.at(-1);
  assert.ok(last?.status === 'rejected' && last.reason instanceof NotSent);
});

test('what cannot be copied, loaded or called fails before anything was sent', async () => {
  await assert.rejects(inThread(MODULE)({ ms: 1, call: () => 1 } as never, context()), NotSent);
  await assert.rejects(inThread(MODULE, 'noFunction')({}, context()), /exports no function noFunction/);
  await assert.rejects(inThread(new URL('./no-such.ts', import.meta.url))({}, context()), NotSent);
});

test('a transactional tool cannot be only a thread: it writes through its client, beside what it computed', () => {
  const tool = {
    name: 'post',
    description: 'Posts.',
    input: z.object({}),
    delivery: 'transactional',
  } as const;
  assert.throws(() => defineTool({ ...tool, execute: inThread(MODULE) }), /a thread cannot use the client/);
  const compute = inThread<object>(MODULE);
  const both = defineTool({
    ...tool,
    execute: async (input: object, given: Parameters<typeof compute>[1] & { client: SqlClient }) => {
      const computed = await compute(input, given);
      await given.client.query('SELECT 1');
      return done(computed.value);
    },
  });
  assert.equal(both.delivery, 'transactional');
});
