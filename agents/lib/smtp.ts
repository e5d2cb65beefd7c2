import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { NotSent, Refused } from '@checkpoint/agent';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { sendSignal } from './deadline.ts';

/** Port of mail submission when the address names none (RFC 6409), and of submission over TLS (RFC 8314). */
const SUBMISSION_PORT = 587;
const SUBMISSION_TLS_PORT = 465;

export interface RawMail {
  /** `smtp://` or `smtps://`, with user and password when the server wants them. */
  readonly smtpUrl: string;
  readonly from: string;
  readonly to: string;
  /** The whole message, header and body, with CRLF line ends. It is sent as it is. */
  readonly raw: string;
  readonly signal: AbortSignal;
  /** Milliseconds until nothing may be sent any more. */
  readonly remainingMs: () => number;
}

/**
 * Hands a message to an SMTP server and returns its last reply. Throws NotSent when no connection came up or the time
 * was over before the message began, Refused for a 5xx reply, and any other error when nobody can know.
 */
export async function sendRawMail(mail: RawMail): Promise<string> {
  const url = new URL(mail.smtpUrl);
  const signal = sendSignal(mail);
  const socket = await connectTo(url, signal);
  const connection = new SMTPConnection({
    connection: socket,
    host: url.hostname,
    secure: url.protocol === 'smtps:',
    greetingTimeout: mail.remainingMs(),
    socketTimeout: mail.remainingMs(),
  });
  const abort = () => socket.destroy(new Error('the time of this attempt is over, or the run is stopping'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await converse(connection, url, mail);
  } catch (thrown) {
    throw sorted(thrown);
  } finally {
    signal.removeEventListener('abort', abort);
    connection.close();
  }
}

/** Our own connecting, so that every error before the first byte is known to be one. */
async function connectTo(url: URL, signal: AbortSignal): Promise<Socket> {
  const port = url.port === '' ? defaultPort(url) : Number(url.port);
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (thrown) {
    socket.destroy();
    const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
    throw new NotSent(`no connection to ${url.host}: ${cause.message}`);
  }
}

function defaultPort(url: URL): number {
  return url.protocol === 'smtps:' ? SUBMISSION_TLS_PORT : SUBMISSION_PORT;
}

function converse(connection: SMTPConnection, url: URL, mail: RawMail): Promise<string> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('the SMTP server closed the connection')));
    const send = () =>
      connection.send({ from: mail.from, to: [mail.to] }, lastLook(mail), (error, info) =>
        error ? reject(error) : resolve(info.response),
      );
    connection.connect((failed) => {
      if (failed) return reject(failed);
      if (url.username === '') return send();
      const credentials = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
      connection.login({ credentials }, (error) => (error ? reject(error) : send()));
    });
  });
}

/**
 * The message as a stream that is read only after the server's "354 go ahead". A process that was frozen in the middle of
 * the dialogue looks at its time once more here, before the first byte of the message leaves.
 */
function lastLook(mail: RawMail): Readable {
  return new Readable({
    read() {
      if (mail.remainingMs() <= 0) {
        this.destroy(new NotSent('the time of this attempt was over before the message began'));
        return;
      }
      this.push(Buffer.from(mail.raw, 'utf8'));
      this.push(null);
    },
  });
}

/** SMTP replies from 500 on are final (RFC 5321, 4.2.1). A 4xx may come after the message was stored, so it stays ambiguous. */
function sorted(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof NotSent) return error;
  const code = (error as { responseCode?: number }).responseCode;
  if (code !== undefined && code >= 500) return new Refused(error.message, { smtpCode: code }, error);
  return error;
}
