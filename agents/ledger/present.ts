import type { InboxDocument } from './inbox.ts';
import { readInbox } from './inbox.ts';
import type { LedgerInput } from './input.ts';

/** The first message of a run: the task and the first document. */
export async function opening({ documents, from }: LedgerInput): Promise<string> {
  const first = await readInbox(from);
  return [
    `Please book ${documents} ${documents === 1 ? 'document' : 'documents'} from the inbox, one in each turn.`,
    documents === 1 ? 'It follows.' : 'The first one follows; ask for the next with read_document.',
    '',
    presented(first, 1, documents),
  ].join('\n');
}

/** A document inside marks, so that its text is seen as material and not as a part of the task. */
function presented(document: InboxDocument, position: number, of: number): string {
  return `<document position="${position}" of="${of}" name="${document.name}">\n${document.text}\n</document>`;
}
