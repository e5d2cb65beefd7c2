/**
 * Calls that a model wrote as text. This is the one place that says which forms are read:
 *
 *   {"tool": "name", "args": {…}}            optional "id"
 *   {"name": "name", "arguments": {…}}       or "parameters"; OpenAI's form; the arguments may be a JSON string
 *   {"calls": [ …either form… ]}             several calls of one turn
 *   [ …either form… ]                        the same
 *
 * alone, in fences, in tags or in prose, once or in several blocks. What a reasoning model thinks before `</think>` is
 * no answer. A block that is not JSON is mended only as mend.ts allows. Whatever looks like a call and is none of this
 * is `broken`: the model is asked again, nothing is guessed.
 */
import { canonicalJson } from '@checkpoint/contracts';
import { z } from 'zod';
import { jsonBlocks } from './json-blocks.ts';
import { mended } from './mend.ts';
import type { RawCall } from './types.ts';

export type TextCalls =
  | { readonly kind: 'none' }
  | { readonly kind: 'calls'; readonly calls: readonly RawCall[] }
  | { readonly kind: 'broken'; readonly problem: string };

const id = z.string().optional();
const args = z.union([z.record(z.string(), z.unknown()), z.string()]);
const type = z.literal('function').optional();
// Strict, so that arguments written beside "args" are noticed instead of dropped.
const OneCall = z.union([
  z.strictObject({ tool: z.string(), args, id }),
  z
    .strictObject({ name: z.string(), arguments: args, id, type })
    .transform((call) => ({ tool: call.name, args: call.arguments, id: call.id })),
  z
    .strictObject({ name: z.string(), parameters: args, id, type })
    .transform((call) => ({ tool: call.name, args: call.parameters, id: call.id })),
]);
const SeveralCalls = z.union([
  z.strictObject({ calls: z.array(OneCall).min(1) }).transform((turn) => turn.calls),
  z.array(OneCall).min(1),
  OneCall.transform((call) => [call]),
]);

/** A JSON text that starts like one of the forms, or the mark of another dialect of tool calls. */
const LOOKS_LIKE_A_CALL =
  /[{[]\s*["']?(?:tool|calls|name|tool_calls|function)["']?\s*:|<function=|<invoke|\[TOOL_CALLS\]/;
const TAG = /<(\/?)tool_call>/g;

const INCOMPLETE = broken('the JSON of a call is not complete or not valid');

/** `cutOff`: the provider said that the answer is not complete, so nothing in it is mended. */
export function callsInText(text: string, cutOff: boolean): TextCalls {
  const tagged = withoutThinking(text);
  const announced = tagged.match(/<tool_call>/g)?.length ?? 0;
  const { values, rest, unclosed } = jsonBlocks(tagged.replace(TAG, ''));
  const readings = values.map(readCalls);
  if (readings.includes('broken')) return broken('a call has missing or additional fields');
  const found = readings.filter((calls) => calls !== 'broken').filter((calls) => calls.length > 0);

  if (unclosed && (cutOff || found.length > 0)) return INCOMPLETE;
  const start = rest.search(LOOKS_LIKE_A_CALL);
  if (start >= 0) return cutOff || found.length > 0 ? INCOMPLETE : mendedCalls(rest.slice(start));
  if (announced > found.length) return INCOMPLETE;
  if (found.length === 0) return { kind: 'none' };
  return repeats(found)
    ? broken('the same call stands in two blocks')
    : { kind: 'calls', calls: found.flat() };
}

function mendedCalls(text: string): TextCalls {
  const value = mended(text);
  const calls = value === undefined ? 'broken' : readCalls(value);
  return calls === 'broken' || calls.length === 0 ? INCOMPLETE : { kind: 'calls', calls };
}

/** A model that repeats itself must not act twice; one that wants two equal calls writes them in one list. */
function repeats(blocks: readonly (readonly RawCall[])[]): boolean {
  const written = blocks.flatMap((calls) => [...new Set(calls.map((call) => canonicalJson(call)))]);
  return new Set(written).size < written.length;
}

/** The answer without what was thought aloud before it. */
export function withoutThinking(text: string): string {
  const end = text.lastIndexOf('</think>');
  return end < 0 ? text : text.slice(end + '</think>'.length).trimStart();
}

/** The calls of a JSON value; none when it is data; `broken` when it looks like a call and is not one. */
function readCalls(value: unknown): readonly RawCall[] | 'broken' {
  const parsed = SeveralCalls.safeParse(value);
  if (parsed.success) {
    return parsed.data.map((call) => ({
      tool: call.tool,
      args: call.args,
      ...(call.id === undefined ? {} : { toolUseId: call.id }),
    }));
  }
  return looksLikeACall(value) ? 'broken' : [];
}

function looksLikeACall(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(looksLikeACall);
  if (value === null || typeof value !== 'object') return false;
  const has = (key: string) => Object.hasOwn(value, key);
  return (
    has('tool') ||
    has('calls') ||
    has('tool_calls') ||
    (has('name') && (has('arguments') || has('parameters')))
  );
}

function broken(problem: string): TextCalls {
  return { kind: 'broken', problem };
}
