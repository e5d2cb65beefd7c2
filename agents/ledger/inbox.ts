import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import PostalMime, { type Email } from 'postal-mime';

const INBOX = new URL('./inbox/', import.meta.url);

/** Names in order; a run's document k is always the same file. */
const names: readonly string[] = readdirSync(INBOX)
  .filter((name) => /^\d{3}-/.test(name))
  .sort();

export const inboxSize = names.length;

export interface InboxDocument {
  /** From 1, in the order of the file names. */
  readonly position: number;
  readonly name: string;
  readonly text: string;
}

/** Reads one document; mails are decoded, other formats come as they are. Throws a RangeError for a wrong position. */
export async function readInbox(position: number): Promise<InboxDocument> {
  const name = names[position - 1];
  if (name === undefined) throw new RangeError(`document ${position}: the inbox holds 1 to ${inboxSize}`);
  const bytes = await readFile(new URL(name, INBOX));
  const text = name.endsWith('.eml') ? mailText(await PostalMime.parse(bytes)) : bytes.toString('utf8');
  return { position, name, text: text.replaceAll('\r\n', '\n').trimEnd() };
}

/** A mail as a person reads it: the headers that matter, the plain text, then text attachments. */
function mailText(mail: Email): string {
  const from = mail.from?.address === undefined ? '' : `${mail.from.name} <${mail.from.address}>`;
  const head = [`From: ${from}`, `Date: ${mail.date ?? ''}`, `Subject: ${mail.subject ?? ''}`];
  const attachments = mail.attachments
    .filter((part) => part.mimeType.startsWith('text/'))
    .map((part) => `[attachment ${part.filename ?? 'unnamed'}]\n${contentText(part.content)}`);
  return [head.join('\n'), mail.text ?? '', ...attachments].join('\n\n');
}

function contentText(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
