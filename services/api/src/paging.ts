import { TerminalError } from '@checkpoint/contracts';
import { z } from 'zod';

/** An id is a run's, or an effect's key: 63 characters of a run, 6 of a step, 64 of a call, and two colons. */
const Cursor = z.tuple([
  z.string().min(22).max(40).refine(isPostgresTime),
  z
    .string()
    .min(1)
    .max(135)
    .refine((id) => !id.includes('\0')),
]);

/** A `timestamptz` as Postgres writes it: date, time to the microsecond, offset within Postgres's own ±15:59:59. */
const POSTGRES_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d){0,2}$/;

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
    return { at, id };
  } catch (thrown) {
    const message = `got ${JSON.stringify(cursor)}; use the nextCursor of the page before, or leave it out`;
    throw new TerminalError(
      'BAD_REQUEST',
      `querystring.cursor: ${message}`,
      { errors: [{ field: 'querystring.cursor', message }] },
      thrown,
    );
  }
}

/** True for what Postgres reads back: the form alone would let 31 February pass, which Date.parse takes for 3 March. */
function isPostgresTime(text: string): boolean {
  const [, date, time] = POSTGRES_TIME.exec(text) ?? [];
  if (date === undefined || date.startsWith('0000')) return false;
  const parsed = new Date(`${date}T${time}Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === `${date}T${time}.000Z`;
}
