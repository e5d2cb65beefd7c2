import type { Message, ModelTurn, OfflinePolicy } from '@checkpoint/agent';
import { z } from 'zod';
import { lastAnswer } from '../../lib/conversation.ts';
import type { Answer } from '../tools/finish.ts';
import { matches, sentencesOf, stemsOf } from '../words.ts';

/** Sentences that an answer rests on at most. */
const MAX_QUOTES = 3;

const Found = z.object({
  hits: z.array(z.object({ document: z.string(), line: z.int(), text: z.string(), found: z.int() })),
});
/** Undefined where the text came summarised: then the passages of the search are what there is to quote from. */
const Read = z.looseObject({ document: z.string(), text: z.string() });
const Checked = z.object({
  checked: z.array(z.object({ document: z.string(), quote: z.string(), line: z.int().nullable() })),
});

/**
 * Answers like a model, by rules, from the messages alone: searches for the words of the question, reads the document
 * that holds most of them, quotes the sentences that match best, and lets them be checked. Deterministic.
 */
export const policy: OfflinePolicy = (messages) => {
  const question = questionOf(messages);
  const found = Found.safeParse(lastAnswer(messages, 'search')).data;
  if (found === undefined) {
    return turn('I look what there is, and search for the words of the question.', [
      ['list_documents', {}],
      ['search', { words: question }],
    ]);
  }
  const [best] = found.hits;
  if (best === undefined) return end(nothing(question));
  if (!asked(messages, 'read_document')) {
    return turn(`Most of the words stand in ${best.document}, line ${best.line}: I read it.`, [
      ['read_document', { document: best.document }],
    ]);
  }
  const checked = Checked.safeParse(lastAnswer(messages, 'check_quotes')).data;
  if (checked !== undefined) return end(answerOf(question, checked.checked));
  if (asked(messages, 'check_quotes')) return end(nothing(question));
  const quotes = choose(stemsOf(question), [...found.hits, ...readOf(messages)]);
  if (quotes.length === 0) return end(nothing(question));
  return turn('I check the sentences that an answer can rest on.', [['check_quotes', { quotes }]]);
};

function questionOf(messages: readonly Message[]): string {
  const text = messages.find((message) => message.role === 'user')?.text ?? '';
  return /^Question: (.*)$/m.exec(text)?.[1] ?? text;
}

function asked(messages: readonly Message[], tool: string): boolean {
  return messages.some((message) => message.role === 'tool' && message.tool === tool);
}

interface Source {
  readonly document: string;
  readonly text: string;
}

function readOf(messages: readonly Message[]): Source[] {
  const read = Read.safeParse(lastAnswer(messages, 'read_document')).data;
  return read === undefined ? [] : [{ document: read.document, text: read.text }];
}

/** The sentences with most of the question's words; of two alike the earlier. A weak match is none. */
function choose(stems: readonly string[], sources: readonly Source[]): { document: string; quote: string }[] {
  const seen = new Set<string>();
  const ranked = sources
    .flatMap(({ document, text }) =>
      sentencesOf(text).map((quote) => ({ document, quote, found: matches(quote, stems) })),
    )
    .filter(({ quote }) => !seen.has(quote) && seen.add(quote))
    .sort((a, b) => b.found - a.found);
  const most = ranked[0]?.found ?? 0;
  const enough = Math.max(Math.min(2, stems.length), most - 1);
  return ranked
    .filter(({ found }) => found >= enough)
    .slice(0, MAX_QUOTES)
    .map(({ document, quote }) => ({ document, quote: quote.slice(0, 1_000) }));
}

function answerOf(question: string, checked: z.infer<typeof Checked>['checked']): Answer {
  const quotes = checked.flatMap(({ document, quote, line }) =>
    line === null ? [] : [{ document, quote, line }],
  );
  if (quotes.length === 0) return nothing(question);
  const said = quotes.map(({ document, quote, line }) => `${document}, line ${line}: ${quote}`).join('\n');
  return {
    answer: `The documents say:\n${said}`,
    quotes: quotes.map(({ document, quote }) => ({ document, quote })),
  };
}

function nothing(question: string): Answer {
  return { answer: `The documents say nothing about: ${question}`, quotes: [] };
}

function end(answer: Answer): ModelTurn {
  return turn('I end the run.', [['finish', answer]]);
}

/** A turn calls each tool once, so a tool's name is an id that is unique in the step. */
function turn(text: string, calls: readonly (readonly [tool: string, args: object])[]): ModelTurn {
  return { text, calls: calls.map(([tool, args]) => ({ toolUseId: tool, tool, args })) };
}
