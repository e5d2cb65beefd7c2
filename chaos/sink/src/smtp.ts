import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { asError } from '@checkpoint/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { NO_FAULT, takeFault } from './faults.ts';
import { CLOSE_TIMEOUT_MS, MAX_BODY_BYTES, MAX_SMTP_CLIENTS, SMTP_SOCKET_TIMEOUT_MS } from './limits.ts';
import { tooLarge } from './problem.ts';
import { acceptMail, mailArrival } from './receivers/mail.ts';
import { readMail } from './receivers/read-mail.ts';
import { CommitUnknown } from './reception.ts';

export interface MailServerParts {
  readonly pool: pg.Pool;
  readonly faultsAllowed: boolean;
  readonly log: FastifyBaseLogger;
}

export interface MailServer {
  /** Resolves with the port once it is open; 0 asks for a free one. Throws what `net` says. */
  listen(port: number, host: string): Promise<number>;
  isListening(): boolean;
  close(): Promise<void>;
}

/** What DATA is answered with: 250 with a text, a reply code with a text, or a cut connection. */
type Reply = { readonly ok: string } | { readonly code: number; readonly text: string } | 'drop';

/** SMTP reply codes (RFC 5321): try again, refused by policy, message too large. */
const TRY_AGAIN = 451;
const REFUSED = 554;
const TOO_LARGE = 552;

/** An SMTP server that accepts every mail and says 250 only once the mail is committed. */
export function createMailServer(parts: MailServerParts): MailServer {
  const sockets = new Map<string, Socket>();
  const server = new SMTPServer({
    name: 'witness.invalid',
    banner: 'checkpoint witness',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BODY_BYTES,
    maxClients: MAX_SMTP_CLIENTS,
    socketTimeout: SMTP_SOCKET_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    logger: false,
    onData(stream, session, callback) {
      void hear(parts, stream, session).then((reply) => {
        if (reply === 'drop') sockets.get(peerOf(session))?.destroy();
        else if ('ok' in reply) callback(null, reply.ok);
        else callback(Object.assign(new Error(reply.text), { responseCode: reply.code }));
      });
    },
  });
  // The library gives no way to cut a connection without a word, so the sockets are kept by their peer.
  server.server.on('connection', (socket: Socket) => {
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    sockets.set(peer, socket);
    socket.once('close', () => sockets.delete(peer));
  });
  server.on('error', (error) => parts.log.warn({ err: error }, 'an SMTP connection failed'));

  return {
    async listen(port, host) {
      server.listen(port, host);
      await once(server.server, 'listening');
      return (server.server.address() as AddressInfo).port;
    },
    isListening: () => server.server.listening,
    close: async () => await new Promise((resolve) => server.close(() => resolve())),
  };
}

function peerOf(session: SMTPServerSession): string {
  return `${session.remoteAddress}:${session.remotePort}`;
}

/** One DATA command, from its first byte to the answer. Never throws: a failure before the commit is "try again". */
async function hear(
  parts: MailServerParts,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<Reply> {
  try {
    const raw = await readAll(stream);
    return await receiveMail(parts, raw, stream.sizeExceeded, session);
  } catch (thrown) {
    const error = asError(thrown);
    parts.log.error({ err: error, peer: peerOf(session) }, 'a mail was not recorded');
    // A reply code says "not accepted" for sure. When that is not sure, the client must not hear one.
    if (error instanceof CommitUnknown) return 'drop';
    return { code: TRY_AGAIN, text: 'the witness could not record this mail' };
  }
}

async function receiveMail(
  { pool, faultsAllowed, log }: MailServerParts,
  raw: Buffer,
  isTooLarge: boolean,
  session: SMTPServerSession,
): Promise<Reply> {
  const { mailFrom, rcptTo } = session.envelope;
  const from = mailFrom === false ? '' : mailFrom.address;
  const mail = await readMail(raw, { from, to: rcptTo.map(({ address }) => address) });
  const fault = faultsAllowed ? await takeFault(pool, 'mail', mail.identity) : NO_FAULT;
  await fault.beforeCommit();
  const refusal = isTooLarge ? tooLarge() : (fault.reject?.reason ?? null);
  const arrival = mailArrival(mail, { peer: peerOf(session), refusal, fault: fault.label });
  const verdict = await acceptMail(pool, mail, arrival);
  const { effectKey, epoch } = mail.identity;
  log.info({ effectKey, epoch, messageId: mail.messageId, ...verdict }, 'mail arrived');
  const how = await fault.afterCommit();
  if (how === 'drop') return 'drop';
  if (how === 'fail') return { code: TRY_AGAIN, text: `${fault.label}` };
  if (verdict.verdict !== 'refused') return { ok: `accepted ${mail.messageId}` };
  return { code: isTooLarge ? TOO_LARGE : (fault.reject?.code ?? REFUSED), text: verdict.reason };
}

/** The bytes of DATA, up to the limit. Rejects when the client goes away before the end. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // Past the limit the rest is read and thrown away, so that the client hears why it was refused.
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}
