import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { closedPort, httpServer } from '../../test/servers.ts';
import { messageId } from '../mail.ts';
import { sendMail } from '../tools/send-mail.ts';
import { effectContext, key } from './fixtures.ts';

const id = messageId(key);
const found = { messageId: `<${id}>`, effectKey: key, to: ['bookkeeping@checkpoint.example'] };

test('the probe says done when the receiver holds the mail', async (t) => {
  const asked: (string | undefined)[] = [];
  const result = await probe(t, (request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify(found));
  });
  assert.deepEqual(asked, [`/mail/${encodeURIComponent(id)}`]);
  assert.equal(result.kind, 'done');
  assert.equal(result.kind === 'done' && result.providerRef, id);
});

test('the probe says absent when the receiver says that it has no such mail', async (t) => {
  const result = await probe(t, (_request, response) =>
    response.writeHead(404).end(JSON.stringify({ code: 'MAIL_NOT_FOUND', status: 404 })),
  );
  assert.deepEqual(result, { kind: 'absent' });
});

const unclear: readonly (readonly [string, RequestListener])[] = [
  [
    'a 404 of something that is no mail look-up',
    (_request, response) => response.writeHead(404).end('nothing here'),
  ],
  [
    'another mail',
    (_request, response) => response.end(JSON.stringify({ ...found, effectKey: 'run-b:3:send_mail' })),
  ],
  ['a page of text', (_request, response) => response.end('<html>')],
];
for (const [what, listener] of unclear) {
  test(`the probe cannot tell after ${what}`, async (t) => {
    const result = await probe(t, listener);
    assert.equal(result.kind, 'cannotTell');
  });
}

const away: readonly (readonly [string, RequestListener])[] = [
  ['a 500', (_request, response) => response.writeHead(500).end('{"code":"MAIL_NOT_FOUND"}')],
  ['a dropped connection', (request) => request.socket.destroy()],
];
for (const [what, listener] of away) {
  test(`the probe fails, to be asked again, after ${what}`, async (t) => {
    await assert.rejects(probe(t, listener), /look-up/);
  });
}

test('the probe fails, to be asked again, when nobody answers', async () => {
  await assert.rejects(ask(`http://127.0.0.1:${await closedPort()}`), /ECONNREFUSED/);
});

async function probe(t: TestContext, listener: RequestListener) {
  return ask(await httpServer(t, listener));
}

async function ask(http: string) {
  assert.ok(sendMail.delivery === 'probed');
  return sendMail.probe(key, effectContext('', { http }));
}
