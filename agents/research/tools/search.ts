import { defineTool, done } from '@checkpoint/agent';
import { z } from 'zod';
import { ResearchInput, type ResearchSettings } from '../input.ts';
import { documentsOf, type Passage, passagesOf } from '../library.ts';
import { matches, stemsOf } from '../words.ts';

/** Passages of one answer: what a reader looks at before they search with other words. */
const MAX_HITS = 10;
/** Characters of a passage that are shown; the document has the rest. */
const MAX_PASSAGE_CHARS = 1_200;

const Search = z.strictObject({
  words: z.string().min(1).max(300).describe('words that the passage should hold; the order does not matter'),
});

export const search = defineTool<z.infer<typeof Search>, ResearchSettings>({
  name: 'search',
  description:
    'Finds passages that hold these words, in all documents, those with most of them first. Changes nothing.',
  input: Search,
  readOnly: true,
  async execute({ words }, { agentInput }) {
    const stems = stemsOf(words);
    const ranked = documentsOf(ResearchInput.parse(agentInput))
      .flatMap(passagesOf)
      .map((passage) => ({ passage, found: matches(passage.text, stems) }))
      .filter(({ found }) => found > 0)
      // Stable: of two alike the earlier stays before the later.
      .sort((a, b) => b.found - a.found);
    const hits = ranked.slice(0, MAX_HITS).map(({ passage, found }) => ({ ...shown(passage), found }));
    return done({ hits, more: Math.max(0, ranked.length - MAX_HITS) });
  },
});

function shown({ text, ...place }: Passage): Passage {
  return { ...place, text: text.slice(0, MAX_PASSAGE_CHARS) };
}
