import type { Agent, Message } from '@checkpoint/agent';
import type { Fault, Json, ToolOutput } from '@checkpoint/contracts';
import { Budgets, Faults, shownFields, TerminalError } from '@checkpoint/contracts';
import type { Journal } from '@checkpoint/journal';
import type pg from 'pg';
import { Gate } from '../approvals/gate-row.ts';
import type { HandOver } from '../hand-over.ts';
import { openFields, type Sealer } from '../sealing.ts';
import { run } from '../store/statements.ts';

/** What the activities of one worker process share. */
export interface WorkerContext {
  readonly pool: pg.Pool;
  readonly workerId: string;
  /** The journal, and what runs without one when a demonstration asks for it. */
  readonly journal: Journal;
  readonly unjournaled: Journal;
  readonly agents: ReadonlyMap<string, Agent>;
  readonly agentSettings: Readonly<Record<string, unknown>>;
  readonly faultsAllowed: boolean;
  /** For the arguments that tools declare as secrets. */
  readonly sealer: Sealer;
  /** Arms the holds of an effect before it is performed. */
  readonly holds: { arm(key: string, place: HoldPlace): void; disarm(key: string): void };
  readonly handOver: HandOver;
}

export interface HoldPlace {
  readonly runId: string;
  readonly step: number;
  readonly activity: string;
  readonly tool: string;
  readonly attempt: number;
  readonly faults: readonly Fault[];
}

/** One attempt of one activity, as Temporal hands it out. */
export interface Attempt {
  readonly runId: string;
  readonly step: number;
  /** `model`, or a toolUseId. */
  readonly activity: string;
  readonly attempt: number;
  readonly taskToken: Uint8Array;
}

/** An attempt that has begun: it is recorded, and this is what it needs to know of its run. */
export interface Begun extends Omit<Attempt, 'taskToken'> {
  /** The number of this attempt without those that ended to wait for a person. */
  readonly tries: number;
  readonly agent: Agent;
  readonly agentInput: unknown;
  readonly settings: unknown;
  readonly budgets: Budgets;
  readonly faults: readonly Fault[];
  readonly journal: Journal;
  readonly runStartedAt: Date;
  readonly opening: string | null;
  readonly used: { readonly seconds: number; readonly tokens: number; readonly costUsd: number };
  readonly call: { readonly tool: string; readonly args: Json; readonly output: ToolOutput | null } | null;
  /** What was asked about this call, and what a person said; null while nobody was asked. */
  readonly approval: Gate | null;
}

interface BeginRow extends pg.QueryResultRow {
  readonly agent: string;
  readonly input: unknown;
  readonly budgets: unknown;
  readonly faults: unknown;
  readonly journal: 'on' | 'off';
  readonly started_at: Date;
  readonly opening: string | null;
  readonly elapsed_seconds: number;
  readonly tokens: number;
  readonly cost_usd: number;
  readonly attempt: number;
  readonly tool: string | null;
  readonly args: Json;
  readonly output: ToolOutput | null;
  readonly gate: unknown;
  readonly tries: number;
}

/** Records the attempt and reads its run. Throws TerminalError for a run or an agent that does not exist. */
export async function begin(worker: WorkerContext, attempt: Attempt): Promise<Begun> {
  const rows = await run<BeginRow>(worker.pool, 'begin', [
    attempt.runId,
    attempt.step,
    attempt.activity,
    attempt.attempt,
    worker.workerId,
    Buffer.from(attempt.taskToken),
  ]);
  const row = rows[0];
  if (row === undefined)
    throw new TerminalError('RUN_NOT_FOUND', `run ${attempt.runId} has no row in Postgres`);
  const agent = worker.agents.get(row.agent);
  if (agent === undefined) {
    throw new TerminalError('AGENT_UNKNOWN', `this worker has no agent ${row.agent}`, { agent: row.agent });
  }
  return {
    runId: attempt.runId,
    step: attempt.step,
    activity: attempt.activity,
    attempt: row.attempt,
    tries: row.tries,
    agent,
    agentInput: parsed(
      agent.input.safeParse(row.input),
      `input of agent ${agent.name}`,
      'AGENT_INPUT_INVALID',
    ),
    settings: parsed(agent.settings.safeParse(worker.agentSettings), 'AGENT_SETTINGS', 'CONFIG_INVALID'),
    budgets: Budgets.parse(row.budgets),
    faults: worker.faultsAllowed ? Faults.parse(row.faults) : [],
    journal: row.journal === 'off' && worker.faultsAllowed ? worker.unjournaled : worker.journal,
    runStartedAt: row.started_at,
    opening: row.opening,
    used: { seconds: row.elapsed_seconds, tokens: row.tokens, costUsd: row.cost_usd },
    call: row.tool === null ? null : { tool: row.tool, args: row.args, output: row.output },
    approval: row.gate === null ? null : Gate.parse(row.gate),
  };
}

function parsed(
  result:
    | { success: true; data: unknown }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } },
  what: string,
  code: 'AGENT_INPUT_INVALID' | 'CONFIG_INVALID',
): unknown {
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join('.') || 'value'}: ${issue.message}`);
  throw new TerminalError(code, `${what}: ${issues.join('; ')}`, { issues });
}

interface ConversationRow extends pg.QueryResultRow {
  readonly step: number;
  readonly text: string | null;
  readonly calls: readonly {
    toolUseId: string;
    tool: string;
    kind: 'read' | 'effect' | 'finish';
    args: Json;
    output: ToolOutput | null;
    ranWith: Json | null;
  }[];
}

/** Past steps that a model call sees when the agent does not say. */
const CONTEXT_STEPS = 8;

/** The conversation up to this step: the opening, then the last steps. Immutable, so every attempt reads the same. */
export async function conversation(worker: WorkerContext, begun: Begun, opening: string): Promise<Message[]> {
  const rows = await run<ConversationRow>(worker.pool, 'conversation', [
    begun.runId,
    begun.step,
    begun.agent.contextSteps ?? CONTEXT_STEPS,
  ]);
  return [{ role: 'user', text: opening }, ...rows.flatMap((row) => stepMessages(row, worker.sealer))];
}

/** A finish that was not honoured has no output of its own: it stood beside a call that went wrong. */
const FINISH_NOT_HONOURED: ToolOutput = {
  ok: false,
  error: { code: 'FINISH_REFUSED', message: 'another call of this step went wrong: mend that, then finish' },
};

function stepMessages(row: ConversationRow, sealer: Sealer): Message[] {
  const { step } = row;
  return [
    {
      role: 'assistant',
      step,
      text: row.text ?? '',
      calls: row.calls.map(({ toolUseId, tool, args }) => ({ toolUseId, tool, args: shownFields(args) })),
    },
    ...row.calls.map((call): Message => {
      const output =
        call.output ?? (call.kind === 'finish' ? FINISH_NOT_HONOURED : unsettled(step, call.toolUseId));
      // What a read-only tool declares as a secret is sealed in its row, and is for the model to work with.
      const opened = output.ok ? { ...output, value: openFields(output.value, sealer) } : output;
      const ranWith = call.ranWith === null ? {} : { ranWith: call.ranWith };
      return { role: 'tool', step, toolUseId: call.toolUseId, tool: call.tool, output: opened, ...ranWith };
    }),
  ];
}

function unsettled(step: number, toolUseId: string): never {
  throw new TerminalError('INVARIANT_BROKEN', `step ${step} was left while call ${toolUseId} had no output`);
}
