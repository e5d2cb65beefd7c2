import type { AnyTool, EffectContext, Milliseconds } from '@checkpoint/agent';
import {
  asError,
  type CallToolResult,
  canonicalJson,
  DELIVERY_CLASSES,
  effectKey,
  Refused,
  shownFields,
  TerminalError,
  ToolOutput,
} from '@checkpoint/contracts';
import type { JournalTool, SendContext } from '@checkpoint/journal';
import { checkAsked, passGate } from '../approvals/gate.ts';
import { openFields, sealFields } from '../sealing.ts';
import { rider, run } from '../store/statements.ts';
import type { Begun, WorkerContext } from './context.ts';
import { failTransiently } from './faults.ts';
import { isLong, withinLimit } from './long-results.ts';

type Effectful = Extract<AnyTool, { readonly delivery: unknown }>;

/**
 * One tool call. A tool that only reads runs and its output is stored; an effect goes through the journal. Throws what
 * the journal throws, TOOL_UNKNOWN, APPROVAL_PENDING while a person has not decided, and TOOL_ARGUMENTS_INVALID for stored
 * arguments that fit the schema no longer.
 */
export async function callTool(
  worker: WorkerContext,
  begun: Begun,
  signals: Signals,
): Promise<CallToolResult> {
  const { call, step, tries } = begun;
  if (call === null) {
    throw new TerminalError('INVARIANT_BROKEN', `step ${step} has no call ${begun.activity}`);
  }
  failTransiently(begun.faults, { step, tool: call.tool, attempt: tries });
  const tool = begun.agent.tools.find((item) => item.name === call.tool);
  if (tool === undefined) {
    throw new TerminalError('TOOL_UNKNOWN', `agent ${begun.agent.name} has no tool ${call.tool}`, {
      tool: call.tool,
    });
  }
  refuseUndeclared(tool);
  checkAsked(begun, call);
  const input = tool.input.safeParse(openFields(call.args, worker.sealer));
  if (!input.success) {
    throw new TerminalError('TOOL_ARGUMENTS_INVALID', `${call.tool}: ${input.error.message}`, {
      tool: call.tool,
    });
  }
  const passage = await passGate(worker, begun, { tool, call, input: input.data });
  if (passage.kind === 'told') return await endRead(worker, begun, tool, passage.output);
  const allowed = { ...begun, call: { ...call, args: passage.args } };
  if (tool.readOnly === true) return await read(worker, allowed, tool, passage.input, signals.read);
  // What must never be sent twice runs on until the process ends: given up, only a person could say what became of it.
  const signal = tool.delivery === 'unrepeatable' ? signals.last : signals.effect;
  return await effect(worker, allowed, tool, passage.input, signal);
}

/** An agent that was not made by `defineTool` may hold a tool whose takeover nobody has thought about. */
function refuseUndeclared(tool: AnyTool): void {
  if (tool.readOnly === true || DELIVERY_CLASSES.includes(tool.delivery)) return;
  const { name, delivery } = tool;
  throw new TerminalError(
    'TOOL_UNDECLARED',
    `tool ${name} is neither read-only nor of a delivery class (its delivery is ${String(delivery)}): make it with defineTool`,
    { tool: name },
  );
}

export interface Signals {
  /** Aborted by a cancellation of the run, by a stop of the worker, and when it hands over. */
  readonly read: AbortSignal;
  /** Not aborted by a cancellation: an effect in flight settles although its run was cancelled. */
  readonly effect: AbortSignal;
  /** Aborted by a stop of the worker only. */
  readonly last: AbortSignal;
}

async function read(
  worker: WorkerContext,
  begun: Begun,
  tool: Extract<AnyTool, { readonly readOnly: true }>,
  input: unknown,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { runId, step, activity, settings, agentInput } = begun;
  const context = { runId, step, toolUseId: activity, settings, agentInput, signal };
  const output =
    begun.call?.output ?? sealedOutput(await readOutput(begun, tool, input, context), tool.secrets, worker);
  return await endRead(worker, begun, tool, output);
}

/** Stores what the model is told; the first output stands. */
async function endRead(
  worker: WorkerContext,
  begun: Begun,
  tool: AnyTool,
  output: ToolOutput,
): Promise<CallToolResult> {
  const { runId, step, activity, attempt } = begun;
  const rows = await run<{ output: ToolOutput }>(worker.pool, 'end-read', [
    runId,
    step,
    activity,
    attempt,
    JSON.stringify(output),
  ]);
  return resultOf(ToolOutput.parse(rows[0]?.output), tool);
}

/** What was read as it may be stored: the fields that the tool declares as secrets are sealed. */
function sealedOutput(
  output: ToolOutput,
  secrets: readonly string[] = [],
  { sealer }: WorkerContext,
): ToolOutput {
  if (!output.ok || secrets.length === 0) return output;
  return { ok: true, value: sealFields(output.value, secrets, sealer) };
}

/** Tries of a tool that only reads, deaths of workers included: it costs nothing to read again, but not for ever. */
const READ_TRIES = 5;

async function readOutput(
  begun: Begun,
  tool: Extract<AnyTool, { readonly readOnly: true }>,
  input: unknown,
  context: Parameters<typeof tool.execute>[1],
): Promise<ToolOutput> {
  try {
    const done = await tool.execute(input, context);
    return withinLimit({ ok: true, value: done.value }, tool.name);
  } catch (thrown) {
    if (context.signal.aborted) throw thrown;
    const error = asError(thrown);
    if (error instanceof Refused) return { ok: false, error: { code: 'REFUSED', message: error.message } };
    if (begun.tries < (tool.maxTries ?? READ_TRIES)) throw error;
    return { ok: false, error: { code: 'TOOL_FAILED', message: error.message } };
  }
}

async function effect(
  worker: WorkerContext,
  begun: Begun,
  tool: Effectful,
  input: unknown,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { runId, step, activity, attempt } = begun;
  const key = effectKey({ runId, step, toolUseId: activity });
  const place = { key, runId, step, toolUseId: activity, runStartedAt: begun.runStartedAt };
  const args = tool.render === undefined ? canonicalJson(input) : tool.render(input, place);
  worker.holds.arm(key, { ...begun, attempt: begun.tries, tool: tool.name });
  try {
    const performed = await begun.journal.perform(
      { runId, step, toolUseId: activity, tool: tool.name, args, attempt, ...shownArgs(begun, tool) },
      journalTool(begun, tool, input),
      {
        signal,
        besideIntend: [
          rider('end-attempt-stored', [runId, step, activity, attempt]),
          rider('end-call-stored', [runId, step, activity, key]),
        ],
        besideSettle: ({ output }) => [
          rider('end-call', [runId, step, activity, JSON.stringify(output)]),
          rider('end-attempt-settled', [runId, step, activity, attempt]),
        ],
      },
    );
    return resultOf(performed.output, tool);
  } finally {
    worker.holds.disarm(key);
  }
}

/** Arguments with secrets are stored as a person may see them; the journal keeps only the hash of what is sent. */
function shownArgs(begun: Begun, tool: Effectful): { readonly shownArgs?: string } {
  const { secrets = [] } = tool;
  if (secrets.length === 0 || begun.call === null) return {};
  return { shownArgs: canonicalJson(shownFields(begun.call.args, secrets)) };
}

/** The author's tool as the journal sees it. */
function journalTool(begun: Begun, tool: Effectful, input: unknown): JournalTool {
  const context = (send: SendContext): EffectContext<unknown> => ({
    ...send,
    runId: begun.runId,
    step: begun.step,
    toolUseId: begun.activity,
    settings: begun.settings,
    agentInput: begun.agentInput,
  });
  const limits = {
    ...(tool.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
    ...(tool.maxTries === undefined ? {} : { maxTries: tool.maxTries }),
  };
  switch (tool.delivery) {
    case 'transactional':
      return {
        ...limits,
        delivery: 'transactional',
        send: (send) => tool.execute(input, { ...context(send), client: sqlClient(send.client) }),
      };
    case 'probed':
      return {
        ...limits,
        delivery: 'probed',
        settleWindowMs: milliseconds(tool.settleWindowMs, begun.settings),
        probe: (send) => tool.probe(send.key, context(send)),
        send: (send) => tool.execute(input, context(send)),
      };
    case 'keyed':
      return {
        ...limits,
        delivery: 'keyed',
        keyWindowMs: milliseconds(tool.keyWindowMs, begun.settings),
        send: (send) => tool.execute(input, context(send)),
      };
    case 'idempotent':
    case 'unrepeatable':
      return { ...limits, delivery: tool.delivery, send: (send) => tool.execute(input, context(send)) };
  }
}

function milliseconds(window: Milliseconds<unknown>, settings: unknown): number {
  return typeof window === 'function' ? window(settings) : window;
}

/** A result that holds secrets is not handed on to be summarised: the model alone reads it, and nothing else is stored. */
function resultOf(output: ToolOutput, { secrets = [] }: AnyTool): CallToolResult {
  return { ok: output.ok, ...(secrets.length === 0 && isLong(output) ? { long: true } : {}) };
}

type TransactionalTool = Extract<Effectful, { readonly delivery: 'transactional' }>;
type SqlClient = Parameters<TransactionalTool['execute']>[1]['client'];

/** Only `query`: a tool must not end the transaction or give the connection back. */
function sqlClient(client: { query: (text: string, values: unknown[]) => Promise<unknown> }): SqlClient {
  return {
    query: async (text, values = []) => (await client.query(text, [...values])) as never,
  };
}
