/** Words that say nothing about a subject. */
const COMMON = new Set(
  'a an and are as at be been but by can did do does for from had has have how if in is it its many much not of on or our out that the their them then there they this to under was we were what when where which who why will with within you your'.split(
    ' ',
  ),
);

/** Letters of a word that count: `deliver`, `delivery` and `delivered` are then one. */
const STEM_CHARS = 6;

/** The stems of a text's words, without the common ones and each once, in their order. */
export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.slice(0, STEM_CHARS)))];
}

/** How many of the stems a text has. */
export function matches(text: string, stems: readonly string[]): number {
  const own = new Set(stemsOf(text));
  return stems.filter((stem) => own.has(stem)).length;
}

/** Sentences of a text, and lines of a list; line breaks inside a sentence are spaces. */
export function sentencesOf(text: string): string[] {
  const isList = text.split('\n').some((line) => /^\s{2,}\S/.test(line));
  const parts = isList ? text.split('\n') : text.replaceAll('\n', ' ').split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  return parts.map((part) => part.trim()).filter((part) => part !== '' && !part.startsWith('#'));
}

/** White space counts as one space wherever it stands: a quote may be broken into other lines than its document. */
export function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
