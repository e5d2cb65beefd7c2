import { defineTool, done } from '@checkpoint/agent';
import { z } from 'zod';
import { readInbox } from '../inbox.ts';
import { LedgerInput } from '../input.ts';

const ReadArguments = z.strictObject({
  position: z.int().min(1).describe('position of the document in this run, from 1'),
});

export const readDocument = defineTool({
  name: 'read_document',
  description:
    'Reads one document of the inbox. Ask for the next one in the same turn in which you book the last.',
  input: ReadArguments,
  readOnly: true,
  async execute({ position }, { agentInput }) {
    const { documents, from } = LedgerInput.parse(agentInput);
    if (position > documents) {
      throw new RangeError(
        `position: ${position} was asked for, this run has ${documents} documents; use 1 to ${documents}`,
      );
    }
    const { name, text } = await readInbox(from + position - 1);
    return done({ position, of: documents, document: name, text });
  },
});
