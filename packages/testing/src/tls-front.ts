import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  connect,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TlsFront {
  /** Where it listens: `127.0.0.1:port`. Its certificate says `temporal.test`. */
  readonly address: string;
  /** Files of the authority that signed both certificates, and of the client's own. */
  readonly files: { readonly authority: string; readonly certificate: string; readonly key: string };
  /** The values of the `authorization` header that were seen. */
  readonly authorizations: ReadonlySet<string>;
  close(): Promise<void>;
}

export const TLS_FRONT_NAME = 'temporal.test';

/**
 * A gRPC server behind TLS that asks clients for a certificate: what a Temporal of an operator looks like. It passes each
 * call on to the plain server at `to`. The certificates are made anew, by openssl.
 */
export async function startTlsFront(to: string): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoint-tls-'));
  const file = (name: string) => join(folder, name);
  certify(folder);
  const upstream = connect(`http://${to}`);
  const authorizations = new Set<string>();
  const sessions = new Set<ServerHttp2Session>();
  const server = createSecureServer({
    key: readFileSync(file('server.key')),
    cert: readFileSync(file('server.crt')),
    ca: readFileSync(file('authority.crt')),
    requestCert: true,
    rejectUnauthorized: true,
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    if (headers.authorization !== undefined) authorizations.add(headers.authorization);
    passOn(stream, upstream.request(withoutPseudo(headers)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    files: { authority: file('authority.crt'), certificate: file('client.crt'), key: file('client.key') },
    authorizations,
    async close() {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Upstream = ReturnType<ReturnType<typeof connect>['request']>;

/** Both directions, and the trailers, in which gRPC says how a call ended. */
function passOn(stream: ServerHttp2Stream, upstream: Upstream): void {
  let trailers: IncomingHttpHeaders = {};
  upstream.on('response', (headers) => {
    if (stream.destroyed) return;
    stream.respond(withoutPseudo(headers, ':status'), { waitForTrailers: true });
  });
  upstream.on('trailers', (received) => {
    trailers = received;
  });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.on('error', () => upstream.close()).on('aborted', () => upstream.close());
  upstream.on('error', () => stream.close());
  stream.pipe(upstream);
  upstream.pipe(stream);
}

/** HTTP/2 sets its own scheme and authority for each connection. */
function withoutPseudo(headers: IncomingHttpHeaders, ...kept: string[]): IncomingHttpHeaders {
  const passed = new Set([':method', ':path', ...kept]);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') || passed.has(name)),
  );
}

/** openssl makes an authority of whatever it signs, unless told; clients take no authority for a server. */
const LEAF = ['-addext', 'basicConstraints=critical,CA:FALSE'];

function certify(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'authority.key',
    '-out',
    'authority.crt',
    '-subj',
    '/CN=test',
    '-days',
    '1',
  );
  for (const [name, subject] of [
    ['server', TLS_FRONT_NAME],
    ['client', 'checkpoint'],
  ] as const) {
    const signed = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-days', '1'];
    const names = ['-subj', `/CN=${subject}`, '-addext', `subjectAltName=DNS:${subject}`, ...LEAF];
    openssl('req', '-x509', ...key, ...signed, ...names, '-keyout', `${name}.key`, '-out', `${name}.crt`);
  }
}
