import type { Json } from '@checkpoint/contracts';
import { z } from 'zod';
import { mended } from './mend.ts';
import { callsInText, withoutThinking } from './text-calls.ts';
import { toolUseIds } from './tool-use-ids.ts';
import type { DecodedTurn, RawCall, RawReply, ToolSpec } from './types.ts';

/** Calls of one turn. They run in parallel, and no honest turn needs more. */
export const MAX_CALLS_PER_TURN = 64;
/** Characters of the problem that the re-prompt repeats: the first issues are the useful ones. */
const PROBLEM_KEPT_CHARS = 2_000;
/** Reasons by which a provider says that its answer is not whole. */
const CUT_OFF_REASONS: ReadonlySet<string> = new Set(['length', 'content-filter', 'error', 'interrupted']);

export interface DecodeOptions {
  /** Whether an answer without a call is a final answer. Default: when no tool is of the kind `finish`. */
  readonly answerEndsRun?: boolean;
}

export type Decoded =
  | { readonly ok: true; readonly turn: DecodedTurn }
  /** `problem` is what the re-prompt tells the model; `rawText` is all that the model wrote. */
  | { readonly ok: false; readonly problem: string; readonly rawText: string };

/**
 * An answer as calls whose arguments fit their schemas, or as a final answer. One bad call spoils the turn: a tool is
 * never called with arguments that were cut off, mistyped, missing or guessed. Native calls count first; the text is
 * read for calls only when there are none.
 */
export function decode(reply: RawReply, tools: readonly ToolSpec[], options: DecodeOptions = {}): Decoded {
  const cutOff = CUT_OFF_REASONS.has(reply.finishReason);
  const fail = (problem: string): Decoded => ({
    ok: false,
    problem: problem.slice(0, PROBLEM_KEPT_CHARS),
    rawText: rawText(reply),
  });
  if (reply.calls.length > 0) {
    // Some servers close the JSON of a cut-off call themselves, so its arguments cannot be trusted even if they fit.
    return cutOff ? fail(cutOffProblem(reply)) : validated(reply.calls, reply, tools, fail);
  }
  const read = callsInText(reply.text, cutOff);
  if (read.kind === 'broken') return fail(cutOff ? `${read.problem}. ${cutOffProblem(reply)}` : read.problem);
  if (read.kind === 'calls') return validated(read.calls, reply, tools, fail);

  const text = withoutThinking(reply.text);
  if (text.trim() === '') return fail(cutOff ? cutOffProblem(reply) : 'the answer was empty');
  if (options.answerEndsRun ?? !tools.some((tool) => tool.kind === 'finish')) {
    return { ok: true, turn: { text, calls: [], finishReason: reply.finishReason } };
  }
  const finish = tools.find((tool) => tool.kind === 'finish')?.name;
  return fail(
    `the answer called no tool: call a tool${finish === undefined ? '' : `, or ${finish} to end the work`}`,
  );
}

function cutOffProblem(reply: RawReply): string {
  return `The answer was cut off (${reply.finishReason}): give a shorter one, with fewer calls at a time`;
}

function validated(
  calls: readonly RawCall[],
  reply: RawReply,
  tools: readonly ToolSpec[],
  fail: (problem: string) => Decoded,
): Decoded {
  if (calls.length > MAX_CALLS_PER_TURN) {
    return fail(`${calls.length} calls in one answer: make at most ${MAX_CALLS_PER_TURN}`);
  }
  const ids = toolUseIds(calls);
  const checked = calls.map((call, index) => checkCall(call, ids[index] ?? '', tools));
  const problems = checked.filter((result) => typeof result === 'string');
  if (problems.length > 0) return fail(problems.join('\n'));
  return {
    ok: true,
    turn: {
      text: withoutThinking(reply.text),
      calls: checked.filter((result) => typeof result !== 'string'),
      finishReason: reply.finishReason,
    },
  };
}

/** The call, or what is wrong with it. */
function checkCall(
  call: RawCall,
  toolUseId: string,
  tools: readonly ToolSpec[],
): DecodedTurn['calls'][number] | string {
  const tool = tools.find((spec) => spec.name === call.tool);
  if (tool === undefined) {
    const names = tools.map((spec) => spec.name).join(', ');
    return `there is no tool ${JSON.stringify(call.tool.slice(0, 64))}; the tools are ${names || 'none'}`;
  }
  const args = argumentsObject(call.args);
  if (args === undefined) return `the arguments of ${tool.name} are not a complete JSON object`;
  const fit = tool.inputSchema.safeParse(args);
  if (!fit.success) return `the arguments of ${tool.name} do not fit:\n${z.prettifyError(fit.error)}`;
  return { toolUseId, tool: tool.name, kind: tool.kind, args };
}

/** Arguments come as an object, or as its JSON text. An empty text is how many models write "no arguments". */
function argumentsObject(args: unknown): { readonly [key: string]: Json } | undefined {
  const value = typeof args === 'string' ? fromText(args) : args;
  return isObject(value) ? value : undefined;
}

function fromText(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return mended(text);
  }
}

function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** All that the model wrote, native calls included, as one text. */
function rawText(reply: RawReply): string {
  const calls = reply.calls.map((call) => JSON.stringify({ tool: call.tool, args: call.args }));
  return [...(reply.text === '' ? [] : [reply.text]), ...calls].join('\n');
}
