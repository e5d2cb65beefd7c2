import { defineAgent } from '@checkpoint/agent';
import { ResearchInput, ResearchSettings } from './input.ts';
import { policy } from './offline/policy.ts';
import { opening } from './present.ts';
import { system } from './system.ts';
import { checkQuotes } from './tools/check-quotes.ts';
import { finish } from './tools/finish.ts';
import { listDocuments } from './tools/list-documents.ts';
import { readDocument } from './tools/read-document.ts';
import { search } from './tools/search.ts';

/** Answers a question from documents that it is given. It changes nothing: every tool only reads. */
export const research = defineAgent<ResearchInput, ResearchSettings>({
  name: 'research',
  description:
    'Answers a question from documents that it is given, with quotes that were checked. It only reads.',
  input: ResearchInput,
  settings: ResearchSettings,
  system,
  opening,
  // Search, read, check, finish: what the rules take; a model may look further.
  plannedSteps: () => 4,
  tools: [listDocuments, search, readDocument, checkQuotes],
  finish,
  offline: policy,
});
