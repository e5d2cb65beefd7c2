import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporalSecurity } from '../src/index.ts';

const read = (path: string) => {
  if (path.startsWith('/absent')) throw new Error('ENOENT');
  return `bytes of ${path}`;
};
const failure = (work: () => unknown): string => {
  try {
    work();
  } catch (thrown) {
    const { code, message } = thrown as { code: string; message: string };
    return `${code} ${message}`;
  }
  return 'nothing was thrown';
};

test('speaks in the clear where nothing is asked for, and where values are empty', () => {
  assert.deepEqual(temporalSecurity({}, read), {});
  const empty = { TEMPORAL_API_KEY: '', TEMPORAL_TLS_SERVER_CA_CERT_PATH: '', TEMPORAL_TLS_SERVER_NAME: '' };
  assert.deepEqual(temporalSecurity(empty, read), {});
});

test('switches TLS on with an authority, a certificate or an API key', () => {
  assert.deepEqual(temporalSecurity({ TEMPORAL_TLS: 'true' }, read), { tls: {} });
  assert.deepEqual(temporalSecurity({ TEMPORAL_API_KEY: 'k' }, read), { apiKey: 'k', tls: {} });
  assert.deepEqual(temporalSecurity({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/ca' }, read), {
    tls: { serverRootCACertificate: 'bytes of /ca' },
  });
  const client = { TEMPORAL_TLS_CLIENT_CERT_PATH: '/crt', TEMPORAL_TLS_CLIENT_KEY_PATH: '/key' };
  assert.deepEqual(temporalSecurity({ ...client, TEMPORAL_TLS_SERVER_NAME: 'name' }, read), {
    tls: { serverNameOverride: 'name', clientCertPair: { crt: 'bytes of /crt', key: 'bytes of /key' } },
  });
});

test('never sends an API key in the clear, nor shows it', () => {
  const said = failure(() => temporalSecurity({ TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'secret' }, read));
  assert.match(said, /^CONFIG_INVALID TEMPORAL_TLS is false and TEMPORAL_API_KEY is set/);
  assert.doesNotMatch(said, /secret/);
});

test('names the variable of a file that cannot be read, and of half a certificate', () => {
  const absent = failure(() => temporalSecurity({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/absent/ca' }, read));
  assert.match(absent, /^CONFIG_INVALID TEMPORAL_TLS_SERVER_CA_CERT_PATH holds "\/absent\/ca".*ENOENT/);
  const half = failure(() => temporalSecurity({ TEMPORAL_TLS_CLIENT_CERT_PATH: '/crt' }, read));
  assert.match(half, /TEMPORAL_TLS_CLIENT_KEY_PATH: set both or neither/);
});
