import type { Message, ToolMessage } from '@checkpoint/agent';
import { z } from 'zod';
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

/** The answers of the newest step that called tools. */
export function lastStep(messages: readonly Message[]): readonly ToolMessage[] {
  const answers = messages.filter((message) => message.role === 'tool');
  const step = Math.max(0, ...answers.map((answer) => answer.step));
  return answers.filter((answer) => answer.step === step);
}

/** True when the newest turn asked for this tool. */
export function askedLast(messages: readonly Message[], tool: string): boolean {
  const turn = messages.findLast((message) => message.role === 'assistant');
  return turn?.calls.some((call) => call.tool === tool) ?? false;
}

function lastAnswer(messages: readonly Message[], tool: string): unknown {
  const answer = messages.findLast(
    (message) => message.role === 'tool' && message.tool === tool && message.output.ok,
  );
  return answer?.role === 'tool' && answer.output.ok ? answer.output.value : undefined;
}
