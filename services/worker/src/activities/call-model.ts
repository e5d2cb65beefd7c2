import {
  canonicalJson,
  effectKey,
  GuardrailError,
  type Json,
  MODEL_ACTIVITY,
  type ModelTurnRef,
} from '@checkpoint/contracts';
import type { Performed, StoredOutcome } from '@checkpoint/journal';
import {
  type Ask,
  type DecodedTurn,
  decode,
  garbled,
  type ModelRequest,
  type RawReply,
  type ToolSpec,
  takeTurn,
} from '../models/index.ts';
import { maskSecrets, sealFields } from '../sealing.ts';
import { rider } from '../store/statements.ts';
import { checkBudgets } from './budgets.ts';
import { type Begun, conversation, type WorkerContext } from './context.ts';
import { failTransiently, garbledAnswers } from './faults.ts';

/** How a model call reaches a provider, and for how long it may. */
export interface ModelChain {
  readonly ask: Ask;
  /** Milliseconds in which every provider of the chain can have used its time-out. */
  readonly timeoutMs: number;
}

/**
 * One turn of the model: at most two journaled model calls (the second after a corrective re-prompt). A crash after an
 * answer costs no second answer, because the answer is in the journal. Throws GuardrailError, BUDGET_EXCEEDED and what
 * the journal throws.
 */
export async function callModel(
  worker: WorkerContext,
  chainOf: (begun: Begun) => ModelChain,
  begun: Begun,
  signal: AbortSignal,
): Promise<ModelTurnRef> {
  failTransiently(begun.faults, { step: begun.step, tool: MODEL_ACTIVITY, attempt: begun.attempt });
  checkBudgets(begun);
  const opening = begun.opening ?? (await begun.agent.opening(begun.agentInput));
  const tools = toolSpecs(begun);
  const request: ModelRequest = {
    runId: begun.runId,
    step: begun.step,
    system: begun.agent.system,
    messages: await conversation(worker, begun, opening),
    tools,
    signal,
  };
  const chain = chainOf(begun);
  const ask = async (asked: ModelRequest, ordinal: 1 | 2): Promise<RawReply> => {
    const performed = await askOnce(worker, begun, { chain, asked, ordinal, opening, tools });
    if (!performed.output.ok) throw new Error(`a model call cannot be rejected: ${performed.key}`);
    return worker.sealer.open(performed.output.value) as unknown as RawReply;
  };
  try {
    const { turn } = await takeTurn({ request, ask });
    return reference(turn);
  } catch (thrown) {
    if (!(thrown instanceof GuardrailError)) throw thrown;
    throw new GuardrailError(thrown.message, shownRaw(begun, thrown.rawText));
  }
}

interface OneAsk {
  readonly chain: ModelChain;
  readonly asked: ModelRequest;
  readonly ordinal: 1 | 2;
  readonly opening: string;
  readonly tools: readonly ToolSpec[];
}

async function askOnce(worker: WorkerContext, begun: Begun, one: OneAsk): Promise<Performed> {
  const { runId, step, attempt } = begun;
  const toolUseId = one.ordinal === 1 ? MODEL_ACTIVITY : `${MODEL_ACTIVITY}-${one.ordinal}`;
  const key = effectKey({ runId, step, toolUseId });
  worker.holds.arm(key, { ...begun, tool: MODEL_ACTIVITY });
  try {
    return await begun.journal.perform(
      {
        runId,
        step,
        toolUseId,
        kind: 'model',
        tool: MODEL_ACTIVITY,
        // What identifies the call. The prompt is rebuilt from immutable messages, so it is not stored again.
        args: canonicalJson({ agent: begun.agent.name, step, ordinal: one.ordinal }),
        attempt,
      },
      {
        delivery: 'idempotent',
        timeoutMs: one.chain.timeoutMs,
        send: async ({ signal }) => {
          const reply = await one.chain.ask({ ...one.asked, signal });
          const garble = garbledAnswers(begun.faults, step) >= one.ordinal;
          const value = (garble ? garbled(reply) : reply) as unknown as Json;
          // The whole answer: a model that writes its calls as text has the secret anywhere in it.
          return { value: secretsByTool(begun).size > 0 ? worker.sealer.seal(value) : value };
        },
      },
      {
        signal: one.asked.signal,
        besideIntend: [rider('end-attempt-stored', [runId, step, MODEL_ACTIVITY, attempt])],
        besideSettle: (outcome) => answerRiders(worker, begun, one, outcome),
      },
    );
  } finally {
    worker.holds.disarm(key);
  }
}

/** What is written with an answer: the step, its calls, the run's sums, and the end of the attempt. */
function answerRiders(worker: WorkerContext, begun: Begun, one: OneAsk, outcome: StoredOutcome) {
  if (!outcome.output.ok) return [];
  const { runId, step, attempt } = begun;
  const reply = worker.sealer.open(outcome.output.value) as unknown as RawReply;
  const decoded = decode(reply, one.tools);
  const turn = decoded.ok ? sealedTurn(worker, begun, decoded.turn) : undefined;
  const unusable = decoded.ok ? '' : shownRaw(begun, decoded.rawText).slice(0, TEXT_KEPT_CHARS);
  const { inputTokens, outputTokens, costUsd } = reply.usage;
  const answer = {
    ...{ final: decoded.ok, provider: reply.provider, model: reply.model, fallbacks: reply.fallbacks },
    ...{
      text: turn?.text ?? unusable,
      finishReason: reply.finishReason,
    },
    ...{ reprompts: one.ordinal - 1, error: null, inputTokens, outputTokens, costUsd },
  };
  const planned = begun.agent.plannedSteps?.(begun.agentInput) ?? null;
  const riders = [
    rider('answer-step', [runId, step, JSON.stringify(answer)]),
    rider('answer-run', [runId, inputTokens, outputTokens, costUsd, one.opening, planned]),
  ];
  if (turn === undefined) return riders;
  return [
    ...riders,
    rider('ask-calls', [runId, step, JSON.stringify(turn.calls)]),
    rider('end-attempt-settled', [runId, step, MODEL_ACTIVITY, attempt]),
  ];
}

/** The arguments that each tool of this agent declares as secrets; tools without any are left out. */
function secretsByTool({ agent }: Begun): ReadonlyMap<string, readonly string[]> {
  return new Map(
    agent.tools.flatMap(({ name, secrets = [] }) => (secrets.length === 0 ? [] : [[name, secrets]])),
  );
}

/** What nobody could read as calls may hold a secret anywhere, so an agent with secrets keeps none of it. */
function shownRaw(begun: Begun, rawText: string): string {
  return secretsByTool(begun).size > 0 ? '[withheld: this agent handles secrets]' : rawText;
}

/** The turn as it may be stored: secret arguments sealed, and masked wherever the text repeats them. */
function sealedTurn(worker: WorkerContext, begun: Begun, turn: DecodedTurn): DecodedTurn {
  const secrets = secretsByTool(begun);
  const values: Json[] = [];
  const calls = turn.calls.map((call) => {
    const names = secrets.get(call.tool) ?? [];
    const args = call.args as { readonly [name: string]: Json };
    values.push(...names.flatMap((name) => args[name] ?? []));
    return { ...call, args: sealFields(call.args, names, worker.sealer) };
  });
  return { ...turn, calls, text: maskSecrets(turn.text, values) };
}

/** Characters of an unusable answer that the step shows until the re-prompt's answer replaces them. */
const TEXT_KEPT_CHARS = 2_000;

function reference(turn: DecodedTurn): ModelTurnRef {
  const finish = turn.calls.find((call) => call.kind === 'finish');
  return {
    calls: turn.calls.flatMap(({ toolUseId, tool, kind }) =>
      kind === 'finish' ? [] : [{ toolUseId, tool, kind }],
    ),
    ...(finish === undefined ? {} : { finishId: finish.toolUseId }),
  };
}

function toolSpecs(begun: Begun): ToolSpec[] {
  const { tools, finish } = begun.agent;
  return [
    ...tools.map(
      ({ name, description, input, readOnly }): ToolSpec => ({
        name,
        description,
        inputSchema: input,
        kind: readOnly === true ? 'read' : 'effect',
      }),
    ),
    ...(finish === undefined
      ? []
      : [
          {
            name: finish.name,
            description: finish.description,
            inputSchema: finish.input,
            kind: 'finish',
          } as const,
        ]),
  ];
}
