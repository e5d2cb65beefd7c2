import type { z } from 'zod';
import type { Message, ModelTurn } from './conversation.ts';
import type { AnyTool } from './define-tool.ts';

/** A call of this tool ends the run once every other call of its step went well; its arguments are the result. */
export interface FinishTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
}

/** Answers like a model, by rules: the last provider of the chain, deterministic and offline. */
export type OfflinePolicy = (messages: readonly Message[], turn: { readonly step: number }) => ModelTurn;

export interface AgentDefinition<Input, Settings> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** What the agent's tools need from the operator: addresses, never secrets in code. */
  readonly settings: z.ZodType<Settings>;
  readonly system: string;
  /** The first message of the conversation. */
  opening(input: Input): Promise<string>;
  /** Steps that this input should take, for the panel. */
  plannedSteps?(input: Input): number;
  readonly tools: readonly AnyTool[];
  readonly finish?: FinishTool;
  readonly offline: OfflinePolicy;
  /** Past steps that a model call still sees. Cost per step stays flat however long a run is. Default 8. */
  readonly contextSteps?: number;
  /** Whoever started a run may not let it go on where a tool asks a person. It needs an API that knows who calls. */
  readonly separateApprover?: boolean;
  /** Folder of SQL migrations for tables that the agent's `transactional` tools write. */
  readonly migrations?: URL;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds agents of every input type; each validates its own.
export type Agent = AgentDefinition<any, any>;

/** Throws a TypeError when two tools share a name. */
export function defineAgent<Input, Settings>(
  agent: AgentDefinition<Input, Settings>,
): AgentDefinition<Input, Settings> {
  const names = [...agent.tools.map((tool) => tool.name), ...(agent.finish ? [agent.finish.name] : [])];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new TypeError(`agent ${agent.name}: two tools are called ${repeated}`);
  return agent;
}
