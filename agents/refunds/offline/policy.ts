import type { Message, ModelTurn, OfflinePolicy, ToolMessage } from '@checkpoint/agent';
import { askedLast, lastStep } from '../../lib/conversation.ts';
import { caseAt } from '../cases.ts';
import { isLarge, type Objection, objection } from '../rules.ts';
import { refundOf, type Shown, shownCases, viaOf } from './conversation.ts';
import { type Reading, read } from './reading.ts';
import { type Decided, result } from './result.ts';

/** Turns in a row that only ask for the same case again, before the run ends without it. */
const MAX_READ_TRIES = 3;

type Call = ModelTurn['calls'][number];

/**
 * Answers like a model, by rules, from the messages alone: decides the case that the conversation shows last and asks
 * for the next, or ends the run. Deterministic. Throws an Error for a mail that the rules cannot read.
 */
export const policy: OfflinePolicy = (messages) => {
  const shown = shownCases(messages);
  const last = shown.at(-1);
  if (askedLast(messages, 'finish')) return end(messages, shown);
  const unread = lastStep(messages).find((answer) => answer.tool === 'read_case' && !answer.output.ok);
  if (unread !== undefined) return askAgain(messages, shown, unread);
  if (last === undefined) return { text: 'I begin with the first case.', calls: [readCall(1)] };
  return decide(messages, shown, last);
};

function decide(messages: readonly Message[], shown: readonly Shown[], last: Shown): ModelTurn {
  const { reading, against } = judge(last);
  // A person may change or refuse it, so nobody can add it up beforehand.
  const waits = last.position === last.of && against === undefined && isLarge(reading.asked);
  if (waits && refundOf(messages, last.case) !== undefined) return end(messages, shown);
  const calls: Call[] = [];
  if (against === undefined) calls.push(refundCall(messages, last, reading));
  if (last.position < last.of) calls.push(readCall(last.position + 1));
  else if (!waits)
    calls.push({ toolUseId: 'finish', tool: 'finish', args: result(decided(messages, shown, last), '') });
  const verdict =
    against === undefined
      ? 'Every rule holds, so I refund it.'
      : `Declined by ${against.rule}: ${against.why}.`;
  return { text: `Case ${last.position} of ${last.of}, ${last.case}. ${verdict}`, calls };
}

function judge(shown: Shown): { reading: Reading; against: Objection | undefined } {
  const about = { ...shown, name: shown.case };
  const reading = read(about);
  return { reading, against: objection(reading.asked, about) };
}

/** The refund of a turn has one call, so its tool's name is an id that is unique in the step. */
function refundCall(messages: readonly Message[], last: Shown, { asked, reason }: Reading): Call {
  if (last.charge === null || last.cardNumber === null) throw new Error(`case ${last.case} has no charge`);
  const tool = `refund_${viaOf(messages)}`;
  const { chargeId } = last.charge;
  const args = { case: last.case, chargeId, ...asked, reason, cardNumber: last.cardNumber };
  return { toolUseId: tool, tool, args };
}

function readCall(position: number): Call {
  return { toolUseId: 'read_case', tool: 'read_case', args: { position } };
}

/** What became of each case. The refund of `now` is asked for in this very turn, and the run ends only if it goes well. */
function decided(messages: readonly Message[], shown: readonly Shown[], now?: Shown): Decided[] {
  return shown.map((item) => {
    const { reading, against } = judge(item);
    if (against !== undefined) return { case: item.case, declined: against.rule };
    const refund = refundOf(messages, item.case);
    if (refund?.made !== undefined) return { case: item.case, refunded: refund.made };
    const went = item === now || refund?.ok === true;
    return went ? { case: item.case, refunded: reading.asked } : { case: item.case, failed: true };
  });
}

/** The run cannot go on, or its last refund failed: the result says what failed instead of hiding it. */
function end(messages: readonly Message[], shown: readonly Shown[], remark = ''): ModelTurn {
  const args = result(decided(messages, shown), remark);
  return { text: `I end the run.${remark}`, calls: [{ toolUseId: 'finish', tool: 'finish', args }] };
}

function askAgain(messages: readonly Message[], shown: readonly Shown[], unread: ToolMessage): ModelTurn {
  const next = (shown.at(-1)?.position ?? 0) + 1;
  const answers = messages.filter((message) => message.role === 'tool' && message.tool === 'read_case');
  const tries =
    answers.length - 1 - answers.findLastIndex((answer) => answer.role === 'tool' && answer.output.ok);
  if (tries > MAX_READ_TRIES) {
    const why = unread.output.ok ? '' : unread.output.error.message.slice(0, 200);
    return end(messages, shown, ` Case ${next} could not be read: ${why}.`);
  }
  return { text: `I ask for case ${next} again.`, calls: [readCall(next)] };
}

/** Whether the last of so many cases asks for a large refund that is allowed. */
export function endsWithLarge(cases: number): boolean {
  const about = caseAt(cases);
  const { asked } = read(about);
  return isLarge(asked) && objection(asked, about) === undefined;
}
