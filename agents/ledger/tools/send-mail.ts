import { defineTool, done, type ProbeResult } from '@checkpoint/agent';
import { z } from 'zod';
import { type LookedUp, lookUp } from '../../lib/look-up.ts';
import { sendRawMail } from '../../lib/smtp.ts';
import { OneLine, paragraph } from '../../lib/text.ts';
import { below } from '../../lib/url.ts';
import { bookingShape, honest } from '../booking.ts';
import type { LedgerSettings } from '../input.ts';
import { messageId, RECIPIENTS, renderMail, SENDER, withEpoch } from '../mail.ts';

/**
 * Milliseconds after a worker's death in which its mail can still land. The kernel delivers what a dead process had
 * written; a mail of a few kilobytes is on its way whole, and a lost segment is sent again after 0.2, 0.4 and 0.8 s. So
 * 2 s cover three losses in a row and the receiver's own commit. A relay that queues needs a longer window.
 */
const SETTLE_WINDOW_MS = 2_000;
const MAX_MESSAGE_CHARS = 2_000;

const MailArguments = honest(
  z.strictObject({
    ...bookingShape,
    to: z.enum(RECIPIENTS).describe('clarifications@… when the sums do not add up, else bookkeeping@…'),
    subject: OneLine,
    message: paragraph(1, MAX_MESSAGE_CHARS).describe('what the reader should know or do; plain text'),
  }),
);

/** Probed: SMTP knows no idempotency key, but the receiver can be asked for the Message-ID. */
export const sendMail = defineTool<z.infer<typeof MailArguments>, LedgerSettings>({
  name: 'send_mail',
  description:
    'Mails the outcome of one document to the office. The figures are added below your message. Call it once for each document.',
  input: MailArguments,
  delivery: 'probed',
  settleWindowMs: SETTLE_WINDOW_MS,
  render: renderMail,
  async execute(mail, context) {
    const reply = await sendRawMail({
      smtpUrl: context.settings.smtpUrl,
      from: SENDER,
      to: mail.to,
      raw: withEpoch(context.bytes, context.epoch),
      signal: context.signal,
      remainingMs: context.remainingMs,
    });
    const id = messageId(context.key);
    return done({ messageId: id, to: mail.to, reply }, { providerRef: id });
  },
  async probe(key, context) {
    const id = messageId(key);
    const url = below(context.settings.mailLookupUrl, 'mail', id);
    return answer(key, id, await lookUp(url, context.signal, id));
  },
});

const Found = z.object({ messageId: z.string(), effectKey: z.string(), to: z.array(z.string()) });
const NotFound = z.object({ code: z.literal('MAIL_NOT_FOUND') });

/** A 404 counts as absent only when the look-up itself says so: a wrong address answers 404 to everything. */
function answer(key: string, id: string, { status, text, json }: LookedUp): ProbeResult {
  const found = Found.safeParse(json);
  if (status === 200 && found.success && bare(found.data.messageId) === id && found.data.effectKey === key) {
    return {
      kind: 'done',
      value: { messageId: id, to: found.data.to[0] ?? '', reply: 'found by look-up' },
      providerRef: id,
    };
  }
  if (status === 404 && NotFound.safeParse(json).success) return { kind: 'absent' };
  return {
    kind: 'cannotTell',
    reason: `the look-up of ${id} was answered with ${status}: ${text.slice(0, 200)}`,
  };
}

function bare(id: string): string {
  return id.replace(/^<|>$/g, '');
}
