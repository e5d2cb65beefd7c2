import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import type { TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Listens on a free loopback port until the test ends. Returns the port. */
async function listen(test: TestContext, server: Server, close: () => void): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(close);
  return (server.address() as AddressInfo).port;
}

export async function httpServer(test: TestContext, listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener);
  const port = await listen(test, server, () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

/** A port of loopback on which nothing listens: it was taken and given back. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A real SMTP server that keeps what it accepted; options override what it does. */
export async function smtpServer(test: TestContext, options: SMTPServerOptions = {}) {
  const accepted: { raw: string; to: string[] }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        accepted.push({ raw: Buffer.concat(chunks).toString('utf8'), to });
        callback(null, 'stored');
      });
    },
    ...options,
  });
  // A client that goes away in the middle is what some tests are about.
  smtp.on('error', () => {});
  const port = await listen(test, smtp.server as Server, () => smtp.close());
  return { url: `smtp://127.0.0.1:${port}`, accepted, smtp };
}

/** An error that the SMTP server answers with this reply code. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
