import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { WitnessMail, WitnessMailList } from '@checkpoint/contracts';
import { waitFor } from '@checkpoint/testing';
import { MAX_BODY_BYTES } from '../src/limits.ts';
import {
  arrivals,
  counts,
  getJson,
  keyOf,
  problem,
  send,
  startWitness,
  type TestWitness,
} from './support.ts';

let witness: TestWitness;
before(async () => {
  witness = await startWitness();
});
after(async () => await witness[Symbol.asyncDispose]());

const lookUp = async (messageId: string) =>
  await fetch(`${witness.url}/mail/${encodeURIComponent(messageId)}`);

test('keeps a mail as people read it, and finds it by its Message-ID with and without brackets', async () => {
  const key = keyOf('run-read', 30, 'a'.repeat(64));
  await send(witness, { key, epoch: 3, messageId: `<${key.replaceAll(':', '.')}@checkpoint.invalid>` });
  for (const messageId of [
    `<${key.replaceAll(':', '.')}@checkpoint.invalid>`,
    `${key.replaceAll(':', '.')}@checkpoint.invalid`,
  ]) {
    const mail = WitnessMail.parse(await (await lookUp(messageId)).json());
    assert.equal(mail.effectKey, key);
    assert.equal(mail.subject, 'Rechnung 17 – geprüft');
    assert.equal(mail.text.trim(), 'Total 119.00 €');
    assert.deepEqual(mail.to, ['books@example.com', 'audit@example.com']);
    assert.equal(mail.from, 'ledger@example.com');
  }
  const [arrival] = (await arrivals(witness, `key=${key}`)).arrivals;
  assert.deepEqual([arrival?.epoch, arrival?.verdict, arrival?.reason], [3, 'applied', null]);
});

test('counts a mail that was accepted twice as one duplicate', async () => {
  const letter = { key: keyOf('run-twice'), epoch: 1, messageId: '<twice@checkpoint.invalid>' };
  await send(witness, letter);
  await send(witness, letter);
  const { byKind } = await counts(witness, 'run-twice');
  assert.deepEqual(byKind.mail, { arrivals: 2, applications: 2, distinctKeys: 1, duplicates: 1 });
  const list = WitnessMailList.parse(await getJson(witness, '/mail?runId=run-twice'));
  assert.equal(list.mails.length, 2);
});

test('records a mail without a key under its Message-ID, so that a second one is still a duplicate', async () => {
  for (let time = 0; time < 2; time++) await send(witness, { messageId: '<nokey@example.com>' });
  const listed = (await arrivals(witness, `key=${encodeURIComponent('<nokey@example.com>')}`)).arrivals;
  assert.deepEqual(
    listed.map(({ verdict }) => verdict),
    ['applied', 'applied'],
  );
  assert.match(listed[0]?.reason ?? '', /X-Effect-Key is missing/);
});

test('says 404 with MAIL_NOT_FOUND for a mail that was never accepted', async () => {
  const answer = await lookUp('never@example.com');
  assert.equal(answer.status, 404);
  assert.equal((await problem(answer)).code, 'MAIL_NOT_FOUND');
});

/** Keeps every writer of arrivals waiting until its transaction ends. */
async function holdTurn() {
  const blocker = await witness.database.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT pg_advisory_xact_lock(7417)');
  return { blocker, [Symbol.asyncDispose]: async () => blocker.release(true) };
}

test('says 250 only after the mail is committed', async () => {
  await using held = await holdTurn();
  const { blocker } = held;
  let answered = false;
  const sending = send(witness, { key: keyOf('run-250'), messageId: '<250@checkpoint.invalid>' }).finally(
    () => {
      answered = true;
    },
  );
  await waitFor('the mail to wait for its turn', async () => {
    const { rowCount } = await blocker.query(
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    return rowCount === 1;
  });
  assert.equal(answered, false);
  assert.equal((await lookUp('250@checkpoint.invalid')).status, 404);
  await blocker.query('COMMIT');
  assert.match((await sending).response, /^250/);
  assert.equal((await lookUp('250@checkpoint.invalid')).status, 200);
});

test('answers 451 and accepts nothing when its database does not answer', async () => {
  await using broken = await startWitness();
  await broken.database.pool.end();
  await assert.rejects(send(broken, { key: keyOf('run-451') }), { responseCode: 451 });
});

test('cuts the connection without a reply code when the commit was not confirmed', async () => {
  await using broken = await startWitness();
  await broken.database.pool.query(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER die AFTER INSERT ON mails DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION die();`);
  await assert.rejects(send(broken, { key: keyOf('run-commit') }), (error: { responseCode?: number }) => {
    assert.equal(error.responseCode, undefined);
    return true;
  });
});

test('refuses a mail over the limit with 552 and records the arrival', async () => {
  const text = 'x'
    .repeat(70)
    .concat('\n')
    .repeat(Math.ceil(MAX_BODY_BYTES / 71) + 1);
  await assert.rejects(send(witness, { key: keyOf('run-552'), text }), { responseCode: 552 });
  const [arrival] = (await arrivals(witness, 'runId=run-552')).arrivals;
  assert.equal(arrival?.verdict, 'refused');
  assert.match(arrival?.reason ?? '', /larger than 1048576 bytes/);
});

test('counts nothing for a mail that broke off in the middle', async () => {
  const socket = connect(witness.smtpPort, '127.0.0.1');
  const lines = [
    'EHLO test',
    'MAIL FROM:<a@example.com>',
    'RCPT TO:<b@example.com>',
    'DATA',
    `X-Effect-Key: ${keyOf('run-cut')}\r\n\r\nhalf a ma`,
  ];
  let heard = '';
  for await (const chunk of socket) {
    heard += String(chunk);
    if (!/^\d{3} [^\r]*\r\n$/m.test(heard)) continue;
    heard = '';
    const line = lines.shift();
    if (line === undefined) break;
    if (lines.length > 0) socket.write(`${line}\r\n`);
    else socket.end(line);
  }
  await send(witness, { key: keyOf('run-cut', 2), messageId: '<after-cut@example.com>' });
  assert.equal((await counts(witness, 'run-cut')).byKind.mail.arrivals, 1);
});
