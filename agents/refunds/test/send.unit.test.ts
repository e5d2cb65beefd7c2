import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { NotSent, Refused } from '@checkpoint/agent';
import { closedPort, httpServer } from '../../test/servers.ts';
import { VIAS } from '../input.ts';
import { renderRefund } from '../request.ts';
import { refundKeyed } from '../tools/refund-keyed.ts';
import { refundProbed } from '../tools/refund-probed.ts';
import { refundUnrepeatable } from '../tools/refund-unrepeatable.ts';
import { effectContext, key, refund } from './fixtures.ts';

const tools = { keyed: refundKeyed, probed: refundProbed, unrepeatable: refundUnrepeatable };
const bytes = renderRefund(refund);
const made = { id: 're_7', chargeId: 'ch_7Qa1001', amountMinor: 2490, currency: 'EUR' };

for (const via of VIAS) {
  test(`refund_${via} posts the stored bytes with key and epoch, and names the refund`, async (t) => {
    const seen: unknown[] = [];
    const http = await httpServer(t, async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString('utf8');
      const { 'x-effect-key': effectKey, 'x-effect-epoch': epoch } = request.headers;
      const idempotencyKey = request.headers['idempotency-key'];
      seen.push({ line: `${request.method} ${request.url}`, effectKey, epoch, idempotencyKey, body });
      response.writeHead(201).end(JSON.stringify(made));
    });
    const outcome = await attempt(http, {}, via);
    const idempotencyKey = via === 'keyed' ? key : undefined;
    const line = 'POST /payments/shop/refunds';
    assert.deepEqual(seen, [{ line, effectKey: key, epoch: '2', idempotencyKey, body: bytes }]);
    assert.equal(outcome.providerRef, 're_7');
    assert.deepEqual(outcome.value, {
      refundId: 're_7',
      chargeId: 'ch_7Qa1001',
      amountMinor: 2490,
      currency: 'EUR',
    });
  });

  test(`refund_${via} sends nothing in a run that was started for another tool`, async (t) => {
    const http = await httpServer(t, () => assert.fail('nothing may be sent'));
    const other = via === 'keyed' ? 'probed' : 'keyed';
    const context = effectContext({ paymentsUrl: http, bytes, via: other });
    await assert.rejects(tools[via].execute(refund, context as never), Refused);
  });
}

test('reports a refused connection as not sent', async () => {
  await assert.rejects(attempt(`http://127.0.0.1:${await closedPort()}`), NotSent);
});

test('sends nothing when its time is over or the run is stopping', async (t) => {
  const http = await httpServer(t, () => assert.fail('nothing may be sent'));
  await assert.rejects(attempt(http, { remainingMs: () => 0 }), NotSent);
  await assert.rejects(attempt(http, { signal: AbortSignal.abort() }), NotSent);
});

for (const [status, code] of [
  [402, 'FAULT_INJECTED'],
  [422, 'IDEMPOTENCY_KEY_REUSED'],
  [409, 'EFFECT_EPOCH_OLD'],
] as const) {
  test(`reports ${status} ${code} as refused for good`, async (t) => {
    const http = await httpServer(t, problem(status, code));
    await assert.rejects(attempt(http), Refused);
  });
}

const open: readonly (readonly [what: string, listener: RequestListener])[] = [
  ['409 for a key in progress', problem(409, 'IDEMPOTENCY_KEY_IN_PROGRESS')],
  ['a 409 that explains nothing', (_request, response) => response.writeHead(409).end('conflict')],
  ['a 429', problem(429, 'SLOW_DOWN')],
  ['a 500', problem(500, 'FAULT_INJECTED')],
  ['a 503', problem(503, 'FAULT_INJECTED')],
  ['a dropped connection', (request) => request.resume().on('end', () => request.socket.destroy())],
  ['a 201 that is no refund', (_request, response) => response.writeHead(201).end('<html>')],
  [
    'a 201 that breaks off',
    (_request, response) => {
      response.writeHead(201, { 'content-length': 100 }).write('{"id":');
      setImmediate(() => response.destroy());
    },
  ],
];
for (const [what, listener] of open) {
  test(`leaves the outcome open after ${what}`, async (t) => {
    await assert.rejects(attempt(await httpServer(t, listener)), isAmbiguous);
  });
}

test('leaves the outcome open when no answer comes in time', async (t) => {
  const http = await httpServer(t, () => {});
  await assert.rejects(attempt(http, { remainingMs: () => 100 }), isAmbiguous);
});

const found = { account: 'shop', effectKey: key, refunds: [made] };

test('the probe says done, with the provider’s reference, when the look-up shows the refund', async (t) => {
  const asked: (string | undefined)[] = [];
  const result = await probe(t, (request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify(found));
  });
  assert.deepEqual(asked, [`/payments/shop/refunds?effectKey=${encodeURIComponent(key)}`]);
  assert.equal(result.kind === 'done' && result.providerRef, 're_7');
});

test('the probe says absent when the look-up answers this question with nothing', async (t) => {
  const empty = JSON.stringify({ ...found, refunds: [] });
  assert.deepEqual(await probe(t, (_request, response) => response.end(empty)), { kind: 'absent' });
});

const unclear: readonly (readonly [what: string, listener: RequestListener])[] = [
  ['no look-up is there', problem(404, 'PAYMENT_LOOKUP_ABSENT')],
  ['the address is wrong', (_request, response) => response.end('[]')],
  ['another key is answered', answer({ ...found, effectKey: 'run-b:1:x', refunds: [] })],
  ['another account is answered', answer({ ...found, account: 'other', refunds: [] })],
  ['another amount stands under the key', answer({ ...found, refunds: [{ ...made, amountMinor: 1 }] })],
];
for (const [what, listener] of unclear) {
  test(`the probe cannot tell when ${what}`, async (t) => {
    assert.equal((await probe(t, listener)).kind, 'cannotTell');
  });
}

test('the probe fails, to be asked again, when the look-up answers 503 or nobody answers', async (t) => {
  await assert.rejects(probe(t, problem(503, 'INTERNAL')), /look-up .* answered with 503/);
  await assert.rejects(ask(`http://127.0.0.1:${await closedPort()}`), /ECONNREFUSED/);
});

function attempt(
  paymentsUrl: string,
  more: Parameters<typeof effectContext>[0]['more'] = {},
  via: keyof typeof tools = 'keyed',
) {
  return tools[via].execute(refund, effectContext({ paymentsUrl, bytes, via, more }) as never);
}

async function probe(t: TestContext, listener: RequestListener) {
  return ask(await httpServer(t, listener));
}

async function ask(paymentsUrl: string) {
  assert.ok(refundProbed.delivery === 'probed');
  return refundProbed.probe(key, effectContext({ paymentsUrl, bytes, via: 'probed' }));
}

function problem(status: number, code: string): RequestListener {
  return (request, response) => {
    request.resume();
    response.writeHead(status).end(JSON.stringify({ code, status }));
  };
}

function answer(body: object): RequestListener {
  return (_request, response) => response.end(JSON.stringify(body));
}

function isAmbiguous(error: unknown): boolean {
  return error instanceof Error && !(error instanceof NotSent) && !(error instanceof Refused);
}
