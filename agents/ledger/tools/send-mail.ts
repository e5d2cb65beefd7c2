import { defineTool, done, type ProbeResult } from '@checkpoint/agent';
import { z } from 'zod';
import { reason } from '../../lib/http.ts';
import { sendRawMail } from '../../lib/smtp.ts';
import { bookingShape, honest } from '../booking.ts';
import { OneLine, paragraph } from '../figures.ts';
import { below, type LedgerSettings } from '../input.ts';
import { messageId, RECIPIENTS, renderMail, SENDER, withEpoch } from '../mail.ts';

/**
 * Milliseconds after a worker's death in which its mail can still land. The kernel delivers what a dead process had
 * written; a mail of a few kilobytes is on its way whole, and a lost segment is sent again after 0.2, 0.4 and 0.8 s. So
 * 2 s cover three losses in a row and the receiver's own commit. A relay that queues needs a longer window.
 */
const SETTLE_WINDOW_MS = 2_000;
/** Milliseconds for a look-up; a receiver that answers later counts as one that cannot tell. */
const PROBE_TIMEOUT_MS = 2_000;
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
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
    let response: Response;
    try {
      response = await fetch(url, { signal, redirect: 'error' });
    } catch (thrown) {
      // A receiver that is away now may answer later: thrown, so that it is asked again before a person is.
      throw new Error(`the look-up of ${id} failed: ${reason(thrown)}`, { cause: thrown });
    }
    const text = await response.text();
    if (response.status >= 500) throw new Error(`the look-up of ${id} was answered with ${response.status}`);
    return answer(key, id, response.status, text);
  },
});

const Found = z.object({ messageId: z.string(), effectKey: z.string(), to: z.array(z.string()) });
const NotFound = z.object({ code: z.literal('MAIL_NOT_FOUND') });

/** A 404 counts as absent only when the look-up itself says so: a wrong address answers 404 to everything. */
function answer(key: string, id: string, status: number, text: string): ProbeResult {
  const body = parsed(text);
  const found = Found.safeParse(body);
  if (status === 200 && found.success && bare(found.data.messageId) === id && found.data.effectKey === key) {
    return {
      kind: 'done',
      value: { messageId: id, to: found.data.to[0] ?? '', reply: 'found by look-up' },
      providerRef: id,
    };
  }
  if (status === 404 && NotFound.safeParse(body).success) return { kind: 'absent' };
  return {
    kind: 'cannotTell',
    reason: `the look-up of ${id} was answered with ${status}: ${text.slice(0, 200)}`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bare(id: string): string {
  return id.replace(/^<|>$/g, '');
}
