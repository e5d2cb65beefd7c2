import type { Json, ToolOutput } from '@checkpoint/contracts';

export interface UserMessage {
  readonly role: 'user';
  readonly text: string;
}

export interface ToolRequest {
  readonly toolUseId: string;
  readonly tool: string;
  readonly args: Json;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly step: number;
  readonly text: string;
  readonly calls: readonly ToolRequest[];
}

export interface ToolMessage {
  readonly role: 'tool';
  readonly step: number;
  readonly toolUseId: string;
  readonly tool: string;
  readonly output: ToolOutput;
  /** The arguments that a person put in the place of the model's: the tool was called with these. */
  readonly ranWith?: Json;
}

/** Immutable per step; stored in Postgres, never in Temporal's history. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** A model's answer before it is decoded: ids may be missing and arguments are not yet validated. */
export interface ModelTurn {
  readonly text: string;
  readonly calls: readonly { readonly toolUseId?: string; readonly tool: string; readonly args: unknown }[];
}
