import { defineTool, done } from '@checkpoint/agent';
import { z } from 'zod';
import { ResearchInput, type ResearchSettings } from '../input.ts';
import { documentsOf } from '../library.ts';

const Nothing = z.strictObject({});

export const listDocuments = defineTool<z.infer<typeof Nothing>, ResearchSettings>({
  name: 'list_documents',
  description: 'Lists the documents of this run: names, lengths and first lines. Changes nothing.',
  input: Nothing,
  readOnly: true,
  async execute(_nothing, { agentInput }) {
    const documents = documentsOf(ResearchInput.parse(agentInput)).map(({ name, text }) => ({
      name,
      characters: text.length,
      lines: text.split('\n').length,
      firstLine:
        text
          .split('\n')
          .find((line) => line.trim() !== '')
          ?.slice(0, 120) ?? '',
    }));
    return done({ documents });
  },
});
