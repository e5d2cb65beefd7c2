import { TerminalError } from '@checkpoint/contracts';
import { z } from 'zod';

const Cursor = z.tuple([z.string().min(19).max(40), z.string().min(1).max(63)]);

/** Where a page ended: the start time, to the microsecond, and the id of its last run. */
export interface Position {
  readonly startedAt: string;
  readonly runId: string;
}

export function writeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.startedAt, position.runId])).toString('base64url');
}

/** Throws BAD_REQUEST for a text that this API did not write. */
export function readCursor(cursor: string): Position {
  try {
    const [startedAt, runId] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (Number.isNaN(Date.parse(startedAt))) throw new TypeError('no time');
    return { startedAt, runId };
  } catch (thrown) {
    throw new TerminalError(
      'BAD_REQUEST',
      `querystring.cursor: got ${JSON.stringify(cursor)}; use the nextCursor of the page before, or leave it out`,
      {},
      thrown,
    );
  }
}
