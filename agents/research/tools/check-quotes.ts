import { defineTool, done } from '@checkpoint/agent';
import { z } from 'zod';
import { ResearchInput, type ResearchSettings } from '../input.ts';
import { documentOf } from '../library.ts';
import { flat } from '../words.ts';
import { Quote } from './finish.ts';

const Quotes = z.strictObject({ quotes: z.array(Quote).min(1).max(10) });

export const checkQuotes = defineTool<z.infer<typeof Quotes>, ResearchSettings>({
  name: 'check_quotes',
  description:
    'Looks whether quotes stand in their documents word for word, and in which line they begin. Changes nothing.',
  input: Quotes,
  readOnly: true,
  async execute({ quotes }, { agentInput }) {
    const input = ResearchInput.parse(agentInput);
    return done({
      checked: quotes.map(({ document, quote }) => ({
        document,
        quote,
        line: lineOf(documentOf(input, document).text, quote),
      })),
    });
  },
});

/** The line in which the quote begins, counted from 1; null when it does not stand there. */
function lineOf(text: string, quote: string): number | null {
  let joined = '';
  const begins: { readonly at: number; readonly line: number }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const words = flat(line);
    if (words === '') continue;
    if (joined !== '') joined += ' ';
    begins.push({ at: joined.length, line: index + 1 });
    joined += words;
  }
  const found = joined.indexOf(flat(quote));
  return found < 0 ? null : (begins.findLast(({ at }) => at <= found)?.line ?? null);
}
