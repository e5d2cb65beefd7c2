import { TerminalError } from '@checkpoint/contracts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { MAX_NESTING_LEVELS } from '../limits.ts';
import { fieldName } from './field-errors.ts';

interface Place {
  readonly value: unknown;
  /** The keys that lead here, the last one first. */
  readonly key: string;
  readonly parent: Place | undefined;
  readonly level: number;
}

/**
 * Refuses, before any schema is asked, what Postgres cannot store and what the recursive schemas cannot walk: NUL
 * characters and too deep nesting. BAD_REQUEST names the field.
 */
export const storable = fp(async (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ params, query, body }) => {
    check('params', params);
    check('querystring', query);
    check('body', body);
  });
});

/** Walks with a list of its own: a recursion would end where the stack ends. */
function check(part: string, whole: unknown): void {
  const open: Place[] = [{ value: whole, key: part, parent: undefined, level: 0 }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, level } = place;
    if (typeof value === 'string' && value.includes('\0')) throw refusedNul(place, 'holds a NUL character');
    if (value === null || typeof value !== 'object') continue;
    if (level >= MAX_NESTING_LEVELS) throw refusedNesting(place);
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes('\0')) throw refusedNul(place, 'has a key that holds a NUL character');
      open.push({ value: inner, key, parent: place, level: level + 1 });
    }
  }
}

function refusedNul(place: Place, what: string): TerminalError {
  return refused(
    fieldName(keysTo(place)),
    `${what}, which Postgres does not store; leave out the NUL characters`,
  );
}

/** The first two names only: all of them would be as long as the nesting is deep. */
function refusedNesting(place: Place): TerminalError {
  const message = `is nested deeper than ${MAX_NESTING_LEVELS} levels; make it flatter, or send the inner part as a string`;
  return refused(fieldName(keysTo(place).slice(0, 2)), message);
}

function keysTo(place: Place): string[] {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

function refused(field: string, message: string): TerminalError {
  return new TerminalError('BAD_REQUEST', `${field}: ${message}`, { errors: [{ field, message }] });
}
