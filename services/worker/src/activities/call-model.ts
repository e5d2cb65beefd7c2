import {
  canonicalJson,
  effectKey,
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
    return performed.output.value as unknown as RawReply;
  };
  const { turn } = await takeTurn({ request, ask });
  return reference(turn);
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
          return { value: (garble ? garbled(reply) : reply) as unknown as Json };
        },
      },
      {
        signal: one.asked.signal,
        besideIntend: [rider('end-attempt-stored', [runId, step, MODEL_ACTIVITY, attempt])],
        besideSettle: (outcome) => answerRiders(begun, one, outcome),
      },
    );
  } finally {
    worker.holds.disarm(key);
  }
}

/** What is written with an answer: the step, its calls, the run's sums, and the end of the attempt. */
function answerRiders(begun: Begun, one: OneAsk, outcome: StoredOutcome) {
  if (!outcome.output.ok) return [];
  const { runId, step, attempt } = begun;
  const reply = outcome.output.value as unknown as RawReply;
  const decoded = decode(reply, one.tools);
  const { inputTokens, outputTokens, costUsd } = reply.usage;
  const answer = {
    ...{ final: decoded.ok, provider: reply.provider, model: reply.model, fallbacks: reply.fallbacks },
    ...{
      text: decoded.ok ? decoded.turn.text : decoded.rawText.slice(0, TEXT_KEPT_CHARS),
      finishReason: reply.finishReason,
    },
    ...{ reprompts: one.ordinal - 1, error: null, inputTokens, outputTokens, costUsd },
  };
  const planned = begun.agent.plannedSteps?.(begun.agentInput) ?? null;
  const riders = [
    rider('answer-step', [runId, step, JSON.stringify(answer)]),
    rider('answer-run', [runId, inputTokens, outputTokens, costUsd, one.opening, planned]),
  ];
  if (!decoded.ok) return riders;
  return [
    ...riders,
    rider('ask-calls', [runId, step, JSON.stringify(decoded.turn.calls)]),
    rider('end-attempt-settled', [runId, step, MODEL_ACTIVITY, attempt]),
  ];
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
