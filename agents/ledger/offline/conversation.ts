import type { Message } from '@checkpoint/agent';
import { z } from 'zod';
import { lastAnswer } from '../../lib/conversation.ts';
import { Result } from '../tools/finish.ts';
import type { Source } from './reading.ts';

/** A document of the run, with its place in it. */
export interface Task extends Source {
  readonly position: number;
  readonly of: number;
}

const OPENING = /<document position="(\d+)" of="(\d+)" name="([^"]+)">\n([\s\S]*)\n<\/document>/;
const ReadOutput = z.object({ position: z.int(), of: z.int(), document: z.string(), text: z.string() });

/** What the ledger held after the last row that was booked. */
const LedgerSoFar = z.object({ totals: Result.shape.totals, flagged: Result.shape.flagged });
export type LedgerSoFar = z.infer<typeof LedgerSoFar>;

/** The newest document that the conversation shows: from the last read that went well, else from the opening. */
export function currentTask(messages: readonly Message[]): Task {
  const read = lastAnswer(messages, 'read_document');
  if (read !== undefined) return ReadOutput.parse(read);
  const opened = messages
    .map((message) => (message.role === 'user' ? OPENING.exec(message.text) : null))
    .find((match) => match !== null);
  if (!opened) throw new Error('the conversation shows no document');
  const [, position, of, document = '', text = ''] = opened;
  return { position: Number(position), of: Number(of), document, text };
}

/** What add_ledger_row said last; an empty ledger before the first row. */
export function ledgerSoFar(messages: readonly Message[]): LedgerSoFar {
  const row = lastAnswer(messages, 'add_ledger_row');
  return row === undefined ? { totals: [], flagged: [] } : LedgerSoFar.parse(row);
}
