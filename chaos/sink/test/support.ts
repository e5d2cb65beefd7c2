import { effectKey, WitnessArrivalList, WitnessCounts, type WitnessFault } from '@checkpoint/contracts';
import { Problem } from '@checkpoint/contracts/api';
import { createTestDatabase, type TestDatabase } from '@checkpoint/testing';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { createLedgerRows, type LedgerRows } from '../src/ledger-rows.ts';
import { createMailServer } from '../src/smtp.ts';

/** Milliseconds that a client waits for an answer: far more than the witness needs, so a hang is seen as one. */
export const CLIENT_TIMEOUT_MS = 10_000;

export interface TestWitness extends AsyncDisposable {
  readonly url: string;
  readonly smtpPort: number;
  readonly database: TestDatabase;
}

/** A witness on free ports with a database of its own: real sockets, in this process. */
export async function startWitness(
  options: { faultsAllowed?: boolean; ledger?: LedgerRows } = {},
): Promise<TestWitness> {
  const database = await createTestDatabase('witness');
  const log = pino({ level: 'silent' });
  const parts = { pool: database.pool, faultsAllowed: options.faultsAllowed ?? false, log };
  const mail = createMailServer(parts);
  const app = await createApp({ ...parts, ledger: options.ledger, hearsMail: mail.isListening });
  const smtpPort = await mail.listen(0, '127.0.0.1');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    smtpPort,
    database,
    async [Symbol.asyncDispose]() {
      await Promise.all([app.close(), mail.close()]);
      await database.drop();
    },
  };
}

/** A database like the product's, as far as the witness may look, and a reader of its rows. */
export async function startLedger(): Promise<AsyncDisposable & { pool: pg.Pool; ledger: LedgerRows }> {
  const database = await createTestDatabase('empty');
  await database.pool.query(
    'CREATE TABLE ledger_rows (id bigserial PRIMARY KEY, run_id text, effect_key text, effect_epoch int, document_id text)',
  );
  const readOnly = { connectionString: database.url, options: '-c default_transaction_read_only=on' };
  const reader = new pg.Pool(readOnly);
  return {
    pool: database.pool,
    ledger: createLedgerRows(reader),
    async [Symbol.asyncDispose]() {
      if (!reader.ended) await reader.end();
      await database.drop();
    },
  };
}

export const keyOf = (runId: string, step = 1, toolUseId = 'call_1'): string =>
  effectKey({ runId, step, toolUseId });

/** PUTs a file the way a tool does. */
export async function put(
  witness: { url: string },
  path: string,
  body: string | Buffer,
  headers: { key?: string; epoch?: number | string } = {},
): Promise<Response> {
  return await fetch(`${witness.url}/files/${path}`, {
    method: 'PUT',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: {
      'content-type': 'text/markdown',
      ...(headers.key === undefined ? {} : { 'x-effect-key': headers.key }),
      ...(headers.epoch === undefined ? {} : { 'x-effect-epoch': String(headers.epoch) }),
    },
    signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
  });
}

export interface Letter {
  readonly key?: string;
  readonly epoch?: number | string;
  readonly messageId?: string;
  readonly text?: string;
}

/** Sends a mail the way a tool does, over a connection of its own. Rejects when the server does not say 250. */
export async function send(witness: { smtpPort: number }, letter: Letter): Promise<{ response: string }> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: witness.smtpPort,
    secure: false,
    ignoreTLS: true,
    socketTimeout: CLIENT_TIMEOUT_MS,
  });
  return await transport.sendMail({
    from: 'ledger@example.com',
    to: ['books@example.com', 'audit@example.com'],
    subject: 'Rechnung 17 – geprüft',
    text: letter.text ?? 'Total 119.00 €',
    ...(letter.messageId === undefined ? {} : { messageId: letter.messageId }),
    headers: {
      ...(letter.key === undefined ? {} : { 'X-Effect-Key': letter.key }),
      ...(letter.epoch === undefined ? {} : { 'X-Effect-Epoch': String(letter.epoch) }),
    },
  });
}

export async function counts(witness: { url: string }, runId?: string): Promise<WitnessCounts> {
  const query = runId === undefined ? '' : `?runId=${runId}`;
  return WitnessCounts.parse(await getJson(witness, `/counts${query}`));
}

export async function arrivals(witness: { url: string }, query: string): Promise<WitnessArrivalList> {
  return WitnessArrivalList.parse(await getJson(witness, `/arrivals?${query}`));
}

export async function getJson(witness: { url: string }, path: string): Promise<unknown> {
  return await (await fetch(witness.url + path)).json();
}

export async function problem(response: Response): Promise<Problem> {
  return Problem.parse(await response.json());
}

export async function sendJson(
  witness: { url: string },
  method: 'PUT' | 'POST',
  path: string,
  body: unknown,
): Promise<Response> {
  return await fetch(witness.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A fault as a test writes it: what has a default may be left out. */
export async function order(witness: { url: string }, fault: Partial<WitnessFault>): Promise<void> {
  const response = await sendJson(witness, 'POST', '/faults', fault);
  if (response.status !== 201) throw new Error(`fault refused: ${await response.text()}`);
}
