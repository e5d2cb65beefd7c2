import { createHash } from 'node:crypto';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { type Identity, identify } from '../identity.ts';
import { MAX_MESSAGE_ID_CHARS } from '../limits.ts';

/** A mail as people and the ledger of arrivals want it. */
export interface ReadMail {
  readonly identity: Identity;
  /** With its angle brackets. Of a mail without a usable one, made from the SHA-256 of its bytes. */
  readonly messageId: string;
  readonly from: string;
  /** Of the envelope: who got it, whatever its header says. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly raw: Buffer;
  readonly sha256: string;
}

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** Parses what DATA carried. Never refuses: a mail that parses badly is still a mail. Throws only when memory ends. */
export async function readMail(raw: Buffer, envelope: Envelope): Promise<ReadMail> {
  const parsed = await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true, keepCidLinks: true });
  const sha256 = createHash('sha256').update(raw).digest('hex');
  const given = clean(parsed.messageId ?? '').trim();
  const usable = given !== '' && given.length <= MAX_MESSAGE_ID_CHARS;
  const messageId = usable ? bracketed(given) : `<sha256-${sha256}@witness.invalid>`;
  return {
    identity: identify(header(parsed, 'x-effect-key'), header(parsed, 'x-effect-epoch'), messageId),
    messageId,
    from: clean(addresses(parsed.from)) || envelope.from,
    to: envelope.to,
    subject: clean(parsed.subject ?? ''),
    text: clean(parsed.text ?? ''),
    raw,
    sha256,
  };
}

/** A Message-ID as its header writes it. */
export function bracketed(messageId: string): string {
  return `<${messageId.trim().replace(/^<|>$/g, '')}>`;
}

function header(parsed: ParsedMail, name: string): string | undefined {
  const lines = parsed.headerLines.filter((line) => line.key === name);
  if (lines.length === 0) return undefined;
  // Two headers of one name are joined, which makes no valid key: nobody picks one of them in silence.
  return lines.map(({ line }) => unfolded(line.slice(line.indexOf(':') + 1))).join(', ');
}

/** A header may be broken over lines; an effect key holds no white space, so all of it goes. */
function unfolded(value: string): string {
  return value.replace(/\r?\n[ \t]/g, '').trim();
}

function addresses(from: AddressObject | undefined): string {
  return from?.text ?? '';
}

/** Postgres stores no NUL in text. The raw bytes are kept as they came. */
function clean(text: string): string {
  return text.replaceAll('\0', '');
}
