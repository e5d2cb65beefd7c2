/**
 * Mends what a scanner misreads, where a person could still tell: letters inside numbers (1O.5O) and digits inside words
 * (T0TAL). It never touches a token that could be read in two ways, such as a product code.
 */
const DIGIT_FOR: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  I: '1',
  l: '1',
  S: '5',
  B: '8',
  Z: '2',
};
const LETTER_FOR: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B' };

export function mendScan(text: string): string {
  return text.replace(/[A-Za-z0-9]+(?:[.,][A-Za-z0-9]+)*/g, mendToken);
}

function mendToken(token: string): string {
  if (/^[\dOoIlSBZ.,]+$/.test(token) && /\d/.test(token))
    return token.replace(/[OoIlSBZ]/g, replaceBy(DIGIT_FOR));
  const letters = token.replace(/[^A-Za-z]/g, '').length;
  const isWord = /^[A-Za-z0158]+$/.test(token) && letters > token.length - letters;
  if (isWord || token === 'N0') {
    const mended = token.replace(/[0158]/g, replaceBy(LETTER_FOR));
    return token === token.toUpperCase() ? mended : keepCase(token, mended);
  }
  return token;
}

function replaceBy(table: Readonly<Record<string, string>>): (found: string) => string {
  return (found) => table[found] ?? found;
}

/** In a word with small letters, a mended letter is small unless it is the first. */
function keepCase(token: string, mended: string): string {
  return [...mended].map((char, at) => (at > 0 && char !== token[at] ? char.toLowerCase() : char)).join('');
}
