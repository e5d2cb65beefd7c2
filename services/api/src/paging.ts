import { TerminalError } from '@checkpoint/contracts';
import { z } from 'zod';

/** An id is a run's, or an effect's key: 63 characters of a run, 6 of a step, 64 of a call, and two colons. */
const Cursor = z.tuple([z.string().min(19).max(40), z.string().min(1).max(135)]);

/** Where a page ended: the time, to the microsecond, and the id of its last entry. */
export interface Position {
  readonly at: string;
  readonly id: string;
}

export function writeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.at, position.id])).toString('base64url');
}

/** Throws BAD_REQUEST for a text that this API did not write. */
export function readCursor(cursor: string): Position {
  try {
    const [at, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (Number.isNaN(Date.parse(at))) throw new TypeError('no time');
    return { at, id };
  } catch (thrown) {
    throw new TerminalError(
      'BAD_REQUEST',
      `querystring.cursor: got ${JSON.stringify(cursor)}; use the nextCursor of the page before, or leave it out`,
      {},
      thrown,
    );
  }
}
