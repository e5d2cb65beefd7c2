import type { ResearchInput } from './input.ts';
import { documentsOf } from './library.ts';

/** The first message of a run: the question, and how much there is to read. */
export async function opening(input: ResearchInput): Promise<string> {
  return [`Question: ${input.question}`, `There are ${documentsOf(input).length} documents.`].join('\n');
}
