import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';

const URL_OF_ITS_OWN = 'postgres://witness:secret@127.0.0.1:5440/witness';

test('needs nothing but its own database, and refuses faults until they are allowed', () => {
  assert.deepEqual(readConfig({ WITNESS_DATABASE_URL: URL_OF_ITS_OWN }), {
    host: '127.0.0.1',
    httpPort: 3001,
    smtpPort: 2525,
    databaseUrl: URL_OF_ITS_OWN,
    ledgerDatabaseUrl: undefined,
    faultsAllowed: false,
    logLevel: 'info',
  });
});

test('names every variable that is wrong, with its value and a remedy, and shows no password', () => {
  const wrong = {
    WITNESS_DATABASE_URL: 'mysql://root:secret@db',
    WITNESS_HTTP_PORT: '70000',
    WITNESS_FAULTS: 'yes',
  };
  assert.throws(
    () => readConfig(wrong),
    (error: Error) => {
      assert.match(error.message, /WITNESS_DATABASE_URL is not usable: give/);
      assert.match(error.message, /WITNESS_HTTP_PORT is "70000": give a port/);
      assert.match(error.message, /WITNESS_FAULTS is "yes": give `allowed` or `refused`/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    },
  );
});
