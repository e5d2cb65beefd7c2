import { readdirSync, readFileSync } from 'node:fs';
import type { Document, ResearchInput } from './input.ts';

const SAMPLES = new URL('./documents/', import.meta.url);

/** Read once; a README is about them and is none of them. */
const samples: readonly Document[] = readdirSync(SAMPLES)
  .filter((name) => name !== 'README.md')
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(name, SAMPLES), 'utf8') }));

/** What a run may read: the documents that it was given, or the samples. */
export function documentsOf({ documents }: ResearchInput): readonly Document[] {
  return documents.length > 0 ? documents : samples;
}

/** Throws a RangeError, which names those that exist. */
export function documentOf(input: ResearchInput, name: string): Document {
  const all = documentsOf(input);
  const found = all.find((document) => document.name === name);
  if (found !== undefined) return found;
  throw new RangeError(
    `document ${JSON.stringify(name)}: there are ${all.map((each) => each.name).join(', ')}`,
  );
}

/** A part of a document that belongs together: lines without an empty one between them. */
export interface Passage {
  readonly document: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

export function passagesOf({ name, text }: Document): Passage[] {
  const passages: Passage[] = [];
  let lines: string[] = [];
  const close = (end: number): void => {
    if (lines.length > 0)
      passages.push({ document: name, line: end - lines.length + 1, text: lines.join('\n') });
    lines = [];
  };
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') close(at);
    else lines.push(line);
  }
  close(text.split('\n').length);
  return passages;
}
