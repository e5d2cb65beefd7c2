import { defineAgent } from '@checkpoint/agent';
import { LedgerInput, LedgerSettings } from './input.ts';
import { policy } from './offline/policy.ts';
import { opening } from './present.ts';
import { system } from './system.ts';
import { addLedgerRow } from './tools/add-ledger-row.ts';
import { checkSums } from './tools/check-sums.ts';
import { finish } from './tools/finish.ts';
import { readDocument } from './tools/read-document.ts';
import { sendMail } from './tools/send-mail.ts';
import { writeNote } from './tools/write-note.ts';

/** Books the documents of an inbox: one document a step, with a note, a ledger row and a mail each. */
export const ledger = defineAgent<LedgerInput, LedgerSettings>({
  name: 'ledger',
  description:
    'Books invoices and receipts: a note, a ledger row and a mail for each, and a flag on wrong sums.',
  input: LedgerInput,
  settings: LedgerSettings,
  system,
  opening,
  plannedSteps: ({ documents }) => documents,
  tools: [checkSums, writeNote, addLedgerRow, sendMail, readDocument],
  finish,
  offline: policy,
  migrations: new URL('./migrations/', import.meta.url),
});
