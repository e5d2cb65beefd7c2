import { defineTool, done } from '@checkpoint/agent';
import { z } from 'zod';
import { ResearchInput, type ResearchSettings } from '../input.ts';
import { documentOf } from '../library.ts';

const Reading = z.strictObject({
  document: z.string().describe('a name that list_documents gave'),
  fromLine: z.int().min(1).default(1).describe('counted from 1'),
  toLine: z.int().min(1).optional().describe('left out: to the end, however long that is'),
});

export const readDocument = defineTool<z.infer<typeof Reading>, ResearchSettings>({
  name: 'read_document',
  description:
    'Reads a document, whole or some lines of it. A long one may be summarised for you: read the lines that matter again. Changes nothing.',
  input: Reading,
  readOnly: true,
  async execute({ document, fromLine, toLine }, { agentInput }) {
    const { text } = documentOf(ResearchInput.parse(agentInput), document);
    const lines = text.split('\n');
    const part = lines.slice(fromLine - 1, toLine);
    return done({
      document,
      fromLine,
      toLine: fromLine + part.length - 1,
      lines: lines.length,
      text: part.join('\n'),
    });
  },
});
