import type { RenderContext } from '@checkpoint/agent';
import { encodeWords, foldLines } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';
import { formatMinor } from '../lib/decimal.ts';
import type { Booking } from './booking.ts';
import { noteName } from './note.ts';
import { checkSums } from './sums.ts';

export const SENDER = 'ledger@checkpoint.example';
/** The only people this agent writes to: a document's text cannot make it write to anybody else. */
export const RECIPIENTS = ['bookkeeping@checkpoint.example', 'clarifications@checkpoint.example'] as const;

export type Mail = Booking & {
  readonly to: (typeof RECIPIENTS)[number];
  readonly subject: string;
  readonly message: string;
};

/** The Message-ID without its angle brackets. The same on every attempt, so that the receiver can be asked for it. */
export function messageId(key: string): string {
  return `${key.replaceAll(':', '.')}@checkpoint.example`;
}

/** A whole RFC 5322 message with CRLF line ends. Its date is the run's start: the one time that no attempt changes. */
export function renderMail(mail: Mail, context: RenderContext): string {
  const head = [
    `From: Checkpoint ledger <${SENDER}>`,
    `To: ${mail.to}`,
    header('Subject', mail.subject),
    `Date: ${context.runStartedAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${messageId(context.key)}>`,
    `X-Effect-Key: ${context.key}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
  ];
  return `${head.join('\r\n')}\r\n\r\n${wrap(encode(body(mail).replaceAll('\n', '\r\n')))}\r\n`;
}

/**
 * The epoch changes with each takeover and the stored bytes must not, so the sending attempt puts its epoch in front, as
 * relays do with their trace headers.
 */
export function withEpoch(raw: string, epoch: number): string {
  return `X-Effect-Epoch: ${epoch}\r\n${raw}`;
}

function header(name: string, value: string): string {
  return foldLines(`${name}: ${encodeWords(value, 'Q', 52, true)}`);
}

function body(mail: Mail): string {
  const { agrees, problems } = checkSums(mail);
  return [
    mail.message,
    '',
    `Vendor:         ${mail.vendor}`,
    `Number:         ${mail.number}`,
    `Date:           ${mail.date}`,
    `Category:       ${mail.category.replaceAll('_', ' ')}`,
    `Stated total:   ${formatMinor(mail.statedTotalMinor)} ${mail.currency}`,
    `Computed total: ${formatMinor(mail.computedTotalMinor)} ${mail.currency}`,
    '',
    ...(agrees
      ? ['The sums add up.']
      : ['The sums do not add up:', ...problems.map((item) => `- ${item.message}`)]),
    '',
    `Document ${mail.document}, note ${noteName(mail.document)}`,
  ].join('\n');
}
