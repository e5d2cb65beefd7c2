import type { Message } from '@checkpoint/agent';
import { z } from 'zod';
import { Charge } from '../cases.ts';
import { VIAS, type Via } from '../input.ts';
import type { Asked } from '../rules.ts';

const Shown = z.object({
  position: z.int(),
  of: z.int(),
  case: z.string(),
  from: z.string(),
  receivedOn: z.iso.date(),
  subject: z.string(),
  text: z.string(),
  charge: Charge.nullable(),
  cardNumber: z.string().nullable(),
});
/** A case as read_case showed it. */
export type Shown = z.infer<typeof Shown>;

const Refunding = z.looseObject({ case: z.string() });

/** What the provider says that it refunded: a person may have changed what was asked for. */
const Made = z.looseObject({ amountMinor: z.int(), currency: z.enum(['EUR', 'USD']) });

export interface Refunded {
  readonly ok: boolean;
  readonly made?: Asked;
}

/** The kind of refund tool that the task names. */
export function viaOf(messages: readonly Message[]): Via {
  const task = messages.find((message) => message.role === 'user')?.text ?? '';
  const via = VIAS.find((candidate) => task.includes(`refund_${candidate}`));
  if (via === undefined) throw new Error('the task names no refund tool');
  return via;
}

/** The cases that the conversation shows, in the order in which they were read; one that was read twice counts once. */
export function shownCases(messages: readonly Message[]): readonly Shown[] {
  const shown = messages.flatMap((message) => {
    if (message.role !== 'tool' || message.tool !== 'read_case' || !message.output.ok) return [];
    return [Shown.parse(message.output.value)];
  });
  return [...new Map(shown.map((item) => [item.case, item])).values()];
}

/** Whether the refund of a case went through, and of how much; undefined when none was asked for. */
export function refundOf(messages: readonly Message[], name: string): Refunded | undefined {
  for (const turn of messages) {
    if (turn.role !== 'assistant') continue;
    const call = turn.calls.find(
      ({ tool, args }) => tool.startsWith('refund_') && Refunding.safeParse(args).data?.case === name,
    );
    if (call === undefined) continue;
    const answer = messages.find(
      (message) =>
        message.role === 'tool' && message.step === turn.step && message.toolUseId === call.toolUseId,
    );
    if (answer?.role !== 'tool' || !answer.output.ok) return { ok: false };
    const made = Made.safeParse(answer.output.value).data;
    return made === undefined ? { ok: true } : { ok: true, made };
  }
  return undefined;
}
