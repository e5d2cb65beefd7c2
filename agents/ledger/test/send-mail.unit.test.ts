import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotSent, Refused } from '@checkpoint/agent';
import { closedPort, reply, smtpServer } from '../../test/servers.ts';
import { renderMail, withEpoch } from '../mail.ts';
import { sendMail } from '../tools/send-mail.ts';
import { effectContext, mail, renderContext } from './fixtures.ts';

const bytes = renderMail(mail, renderContext);

test('send_mail delivers the stored bytes with its epoch in front, and names the mail by its Message-ID', async (t) => {
  const { url, accepted } = await smtpServer(t);
  const outcome = await attempt(url);
  assert.deepEqual(accepted, [{ raw: withEpoch(bytes, 2), to: [mail.to] }]);
  assert.equal(outcome.providerRef, 'run-a.3.send_mail@checkpoint.example');
});

test('send_mail reports a refused connection as not sent', async () => {
  await assert.rejects(attempt(`smtp://127.0.0.1:${await closedPort()}`), NotSent);
});

test('send_mail reports a name that does not resolve as not sent', async () => {
  await assert.rejects(attempt('smtp://no-such-host.invalid:25'), NotSent);
});

test('send_mail reports a 5xx reply to the recipient as refused for good', async (t) => {
  const { url } = await smtpServer(t, {
    onRcptTo: (_address, _session, callback) => callback(reply(550, 'no such mailbox')),
  });
  await assert.rejects(attempt(url), isRefused(550));
});

test('send_mail reports a 5xx reply to the message as refused for good', async (t) => {
  const { url } = await smtpServer(t, {
    onData: (stream, _session, callback) =>
      stream.resume().on('end', () => callback(reply(554, 'not wanted'))),
  });
  await assert.rejects(attempt(url), isRefused(554));
});

test('send_mail leaves a 4xx reply to the message ambiguous, because it may have been stored', async (t) => {
  const { url } = await smtpServer(t, {
    onData: (stream, _session, callback) =>
      stream.resume().on('end', () => callback(reply(451, 'try later'))),
  });
  await assert.rejects(attempt(url), isAmbiguous);
});

test('send_mail leaves a connection that drops after the message ambiguous', async (t) => {
  const sockets = new Set<{ destroy(): void }>();
  const server = await smtpServer(t, {
    onData: (stream) => {
      stream.resume().on('end', () => {
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  server.smtp.server.on('connection', (socket) => sockets.add(socket));
  await assert.rejects(attempt(server.url), isAmbiguous);
});

test('send_mail leaves a reply that does not come in time ambiguous', async (t) => {
  const { url } = await smtpServer(t, { onData: (stream) => void stream.resume() });
  const until = performance.now() + 300;
  await assert.rejects(attempt(url, { remainingMs: () => until - performance.now() }), isAmbiguous);
});

test('send_mail sends no message when the time ran out in the middle of the dialogue', async (t) => {
  let isOver = false;
  const { url, accepted } = await smtpServer(t, {
    onRcptTo: (_address, _session, callback) => {
      isOver = true;
      callback();
    },
  });
  await assert.rejects(attempt(url, { remainingMs: () => (isOver ? 0 : 10_000) }), NotSent);
  assert.deepEqual(accepted, []);
});

test('send_mail opens no connection when the run is stopping', async (t) => {
  const { url, accepted } = await smtpServer(t);
  await assert.rejects(attempt(url, { signal: AbortSignal.abort() }), NotSent);
  assert.deepEqual(accepted, []);
});

function attempt(smtp: string, more: Parameters<typeof effectContext>[2] = {}) {
  assert.ok(sendMail.delivery === 'probed');
  return sendMail.execute(mail, effectContext(bytes, { smtp }, more));
}

function isRefused(code: number) {
  return (error: unknown) => {
    assert.ok(error instanceof Refused, String(error));
    assert.deepEqual(error.reason, { smtpCode: code });
    return true;
  };
}

function isAmbiguous(error: unknown): boolean {
  return error instanceof Error && !(error instanceof NotSent) && !(error instanceof Refused);
}
