export interface JsonBlocks {
  /** Every outermost block that is JSON as it stands, in order. */
  readonly values: readonly unknown[];
  /** The text without those blocks. */
  readonly rest: string;
  /** A block was opened and never closed: the rest of the text belongs to it. */
  readonly unclosed: boolean;
}

/**
 * Finds JSON objects, and lists of objects, in prose or fences. It never looks inside a block that is not JSON: what
 * stands there may be an argument, not a call. It reads each character once.
 */
export function jsonBlocks(text: string): JsonBlocks {
  const values: unknown[] = [];
  let rest = '';
  let at = 0;
  for (;;) {
    const start = nextStart(text, at);
    if (start < 0) return { values, rest: rest + text.slice(at), unclosed: false };
    const end = closingEnd(text, start);
    if (end < 0) return { values, rest: rest + text.slice(at), unclosed: true };
    const value = parsed(text.slice(start, end));
    rest += value === undefined ? text.slice(at, end) : `${text.slice(at, start)}\n`;
    if (value !== undefined) values.push(value);
    at = end;
  }
}

/** Index of the next `{`, or of a `[` that opens a list of objects; -1 when there is none. */
function nextStart(text: string, from: number): number {
  const opening = /\{|\[\s*\{/g;
  opening.lastIndex = from;
  return opening.exec(text)?.index ?? -1;
}

/** Index after the bracket that closes the one at `start`; -1 when it stays open. Brackets in strings do not count. */
function closingEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
