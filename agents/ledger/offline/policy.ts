import type { Message, ModelTurn, OfflinePolicy, ToolMessage } from '@checkpoint/agent';
import { askedLast, lastStep } from '../../lib/conversation.ts';
import { formatMinor, sum } from '../../lib/decimal.ts';
import type { Booking } from '../booking.ts';
import { checkSums } from '../sums.ts';
import type { Result } from '../tools/finish.ts';
import { currentTask, ledgerSoFar, type Task } from './conversation.ts';
import { read } from './read.ts';
import { wording } from './wording.ts';

/** Turns in a row that only ask for the same document again, before the run ends without it. */
const MAX_READ_TRIES = 3;

type Call = ModelTurn['calls'][number];

/**
 * Answers like a model, by rules, from the messages alone: books the document that the conversation shows last and asks
 * for the next, or ends the run. Deterministic. Throws an Error for a document that the rules cannot read.
 */
export const policy: OfflinePolicy = (messages) => {
  const failed = lastStep(messages).filter((answer) => !answer.output.ok);
  const task = currentTask(messages);
  if (failed.some((answer) => answer.tool === 'read_document')) return askAgain(messages, task, failed);
  if (askedLast(messages, 'finish')) return end(messages, failed, task.of);
  return book(messages, task);
};

function book(messages: readonly Message[], task: Task): ModelTurn {
  const reading = read(task);
  const { computedTotalMinor, agrees, problems } = checkSums(reading);
  const { document, vendor, number, date, category, ...figures } = reading;
  const booking: Booking = { ...reading, computedTotalMinor, sumsAgree: agrees };
  const words = wording(booking, problems);
  const calls: Call[] = [
    call('check_sums', figures),
    call('write_note', { ...booking, remark: words.remark }),
    call('add_ledger_row', booking),
    call('send_mail', { ...booking, to: words.to, subject: words.subject, message: words.message }),
  ];
  if (task.position < task.of) calls.push(call('read_document', { position: task.position + 1 }));
  else calls.push(call('finish', result(messages, booking, task.of)));
  const text = `Document ${task.position} of ${task.of}, ${document}: ${vendor} ${number}, ${date}, ${category}. ${words.remark}`;
  return { text, calls };
}

/** Each tool is asked for at most once a turn, so its name is an id that is unique in the step. */
function call(tool: string, args: unknown): Call {
  return { toolUseId: tool, tool, args };
}

/** The booking of this very turn is not in the ledger's last answer yet. */
function result(messages: readonly Message[], booking: Booking, of: number): Result {
  const before = ledgerSoFar(messages);
  const others = before.totals.filter((total) => total.currency !== booking.currency);
  const same = before.totals.find((total) => total.currency === booking.currency);
  const totals = [
    ...others,
    {
      currency: booking.currency,
      documents: (same?.documents ?? 0) + 1,
      statedMinor: (same?.statedMinor ?? 0) + booking.statedTotalMinor,
      computedMinor: (same?.computedMinor ?? 0) + booking.computedTotalMinor,
    },
  ].sort((a, b) => a.currency.localeCompare(b.currency));
  const flagged = booking.sumsAgree ? before.flagged : [...before.flagged, booking.document];
  return summed({ totals, flagged }, of);
}

function summed({ totals, flagged }: Pick<Result, 'totals' | 'flagged'>, of: number, remark = ''): Result {
  const documents = sum(totals.map((total) => total.documents));
  const amounts = totals.map(
    (total) =>
      `${total.documents} in ${total.currency} (stated ${formatMinor(total.statedMinor)}, computed ${formatMinor(total.computedMinor)})`,
  );
  const verdict =
    flagged.length === 0
      ? 'All sums add up.'
      : `The sums of ${flagged.length} do not add up: ${flagged.join(', ')}.`;
  const summary = `Booked ${documents} of ${of} documents: ${amounts.join(', ') || 'none'}. ${verdict}${remark}`;
  return { summary, documents, flagged, totals };
}

/** The run cannot go on, or its last turn failed in part: the result names what failed instead of hiding it. */
function end(messages: readonly Message[], failed: readonly ToolMessage[], of: number): ModelTurn {
  const what = failed.map((answer) => `${answer.tool} (${failure(answer)})`).join('; ');
  const remark = what === '' ? '' : ` In the last step this failed: ${what}.`;
  const result = summed(ledgerSoFar(messages), of, remark);
  return { text: `I end the run.${remark}`, calls: [call('finish', result)] };
}

function askAgain(messages: readonly Message[], task: Task, failed: readonly ToolMessage[]): ModelTurn {
  const next = task.position + 1;
  const turns = messages.filter((message) => message.role === 'assistant').toReversed();
  const repeats = turns.findIndex((turn) => turn.calls.some((asked) => asked.tool === 'add_ledger_row'));
  if (repeats >= MAX_READ_TRIES) return end(messages, failed, task.of);
  return { text: `I ask for document ${next} again.`, calls: [call('read_document', { position: next })] };
}

function failure(answer: ToolMessage): string {
  return answer.output.ok ? 'ok' : answer.output.error.message.slice(0, 200);
}
