import { jsonrepair } from 'jsonrepair';

/**
 * Mends the notation of JSON: quotes, commas, comments, Python's words. It never invents an end. A text that the
 * library could only finish by adding brackets, an end of a string or a value may have been cut off there, so it is
 * `undefined`, like a text that cannot be mended at all. The text may go on after its last bracket.
 */
export function mended(text: string): unknown {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const source = text.slice(0, end);
  if (source === '' || hasOpenString(source) || HAS_GAP.test(source)) return undefined;
  try {
    const repaired = jsonrepair(source);
    const added = count(repaired, CLOSERS) > count(source, CLOSERS);
    return added ? undefined : (JSON.parse(repaired) as unknown);
  } catch {
    return undefined;
  }
}

const CLOSERS = /[}\]]/g;
/** A key without a value, or an ellipsis: the library would write null for the one and drop the other. */
const HAS_GAP = /:\s*[,}\]]|\.\.\.|…/;

/** An odd number of quotes means that one string has no end, whichever it is. */
function hasOpenString(text: string): boolean {
  const unescaped = text.replace(/\\./gs, '');
  const double = count(unescaped, /"/g);
  return double === 0 ? count(unescaped, /'/g) % 2 === 1 : double % 2 === 1;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
