import type { DeliveryClass, Done, ProbeResult } from '@checkpoint/contracts';
import type { z } from 'zod';
import { type Approval, checkApproval } from './approval.ts';
import { isInThread } from './thread/in-thread.ts';

/** The part of a Postgres client that a `transactional` tool is handed. Its statements commit with the settle. */
export interface SqlClient {
  query<Row extends Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}

export interface ReadContext<Settings> {
  readonly runId: string;
  readonly step: number;
  readonly toolUseId: string;
  readonly settings: Settings;
  /** What the run was started with, validated by the agent's schema. */
  readonly agentInput: unknown;
  /** Aborted when the run is cancelled or the worker is stopping. */
  readonly signal: AbortSignal;
}

/** What the bytes of an effect may depend on. All of it is the same on every attempt. */
export interface RenderContext {
  readonly key: string;
  readonly runId: string;
  readonly step: number;
  readonly toolUseId: string;
  /** Start of the run by the database's clock: the only time that is the same on every attempt. */
  readonly runStartedAt: Date;
}

export interface EffectContext<Settings> extends ReadContext<Settings> {
  /** `<runId>:<step>:<toolUseId>`. Give it to the receiver. */
  readonly key: string;
  /** Fencing number. Give it to the receiver, so that it can refuse an older one. */
  readonly epoch: number;
  /** The bytes stored on intend; each attempt sends exactly these. */
  readonly bytes: string;
  /** Milliseconds that are left until this attempt may send nothing more. It lies inside the worker's lease. */
  readonly remainingMs: () => number;
}

interface ToolBase<Input, Settings> {
  readonly name: string;
  /** One or two sentences that the model reads. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** Tries of the tool itself (deaths of workers do not count). Default 5. */
  readonly maxTries?: number;
  /**
   * Names of arguments that hold secrets, and of a read-only tool also of fields of what it returns. They are sealed
   * wherever they are stored, and shown as `[secret]`.
   */
  readonly secrets?: readonly string[];
  /** Milliseconds that one attempt may take; its signal is aborted then. Default 30,000. */
  readonly timeoutMs?: number;
  /** Who is asked before it is called, and when. */
  readonly approval?: Approval<Input, Settings>;
}

/** Changes nothing outside. It may run any number of times. */
export interface ReadTool<Input = never, Settings = never> extends ToolBase<Input, Settings> {
  readonly readOnly: true;
  execute(input: Input, context: ReadContext<Settings>): Promise<Done>;
}

/** Milliseconds, or how the operator's settings give them: what a receiver offers differs from account to account. */
export type Milliseconds<Settings> = number | ((settings: Settings) => number);

interface EffectBase<Input, Settings> extends ToolBase<Input, Settings> {
  readonly readOnly?: false;
  /** The bytes that are sent, a pure function of its arguments. Default: the canonical JSON of the input. */
  render?(input: Input, context: RenderContext): string;
}

type Execute<Input, Settings, Extra = unknown> = (
  input: Input,
  context: EffectContext<Settings> & Extra,
) => Promise<Done>;

/** Changes the outside world. What recovery may do is declared by its delivery class (DESIGN §4). */
export type EffectTool<Input = never, Settings = never> = EffectBase<Input, Settings> &
  (
    | {
        readonly delivery: 'transactional';
        readonly execute: Execute<Input, Settings, { readonly client: SqlClient }>;
      }
    | { readonly delivery: 'idempotent'; readonly execute: Execute<Input, Settings> }
    | {
        readonly delivery: 'keyed';
        /** For how long after a first send the same key may be sent again, and is still honoured when it arrives. */
        readonly keyWindowMs: Milliseconds<Settings>;
        readonly execute: Execute<Input, Settings>;
      }
    | {
        readonly delivery: 'probed';
        /** Milliseconds after which a request of a dead attempt can no longer land at the receiver. */
        readonly settleWindowMs: Milliseconds<Settings>;
        readonly probe: (key: string, context: EffectContext<Settings>) => Promise<ProbeResult>;
        readonly execute: Execute<Input, Settings>;
      }
    | { readonly delivery: 'unrepeatable'; readonly execute: Execute<Input, Settings> }
  );

// biome-ignore lint/suspicious/noExplicitAny: a registry holds tools of every input type; each validates its own.
export type AnyTool = ReadTool<any, any> | EffectTool<any, any>;

/** Undeclared: becomes `unrepeatable`, the class that promises least and can harm least. */
type Undeclared<Input, Settings> = EffectBase<Input, Settings> & {
  readonly delivery?: undefined;
  readonly execute: Execute<Input, Settings>;
};

/**
 * A tool without a class and not read-only is `unrepeatable` (DESIGN §4). Throws a TypeError for a bad name or expiry, and for a
 * `transactional` tool that is only a thread: it could not write through the client.
 */
export function defineTool<Input, Settings>(tool: ReadTool<Input, Settings>): ReadTool<Input, Settings>;
export function defineTool<Input, Settings>(
  tool: EffectTool<Input, Settings> | Undeclared<Input, Settings>,
): EffectTool<Input, Settings>;
// biome-ignore lint/suspicious/noExplicitAny: the overloads above are the typed face of this one body.
export function defineTool(tool: AnyTool | Undeclared<any, any>): AnyTool {
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(tool.name)) {
    throw new TypeError(
      `tool name ${JSON.stringify(tool.name)}: use 1 to 64 lower-case letters, digits and underscores`,
    );
  }
  if (tool.approval !== undefined) checkApproval(tool.name, tool.approval);
  if (tool.readOnly === true) return tool;
  const delivery: DeliveryClass = tool.delivery ?? 'unrepeatable';
  if (delivery === 'transactional' && isInThread(tool.execute)) {
    throw new TypeError(
      `tool ${tool.name}: a thread cannot use the client of a transactional tool; call inThread's function inside execute, then write`,
    );
  }
  return { ...tool, delivery } as AnyTool;
}
