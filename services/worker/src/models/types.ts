import type { Message } from '@checkpoint/agent';
import type { Json } from '@checkpoint/contracts';
import type { z } from 'zod';

export type ToolKind = 'read' | 'effect' | 'finish';

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  readonly kind: ToolKind;
}

export interface ModelRequest {
  readonly runId: string;
  readonly step: number;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** Set for a summary of this value, which the messages hold too: what the offline rules work on. */
  readonly summarise?: Json;
  /** Aborted when the run is cancelled or the worker is stopping: no further provider is asked then. */
  readonly signal: AbortSignal;
}

/** A call as the model wrote it: the id may be missing, the arguments are not validated. */
export interface RawCall {
  readonly toolUseId?: string;
  readonly tool: string;
  readonly args: unknown;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars by the configured prices, which know no discount for cached tokens: an upper bound. */
  readonly costUsd: number;
}

/** Why a provider of the chain did not give the answer. The message holds no secret. */
export interface Fallback {
  readonly provider: string;
  readonly code: string;
  readonly message: string;
}

/** An answer before it is decoded. Plain JSON: it is stored in the journal. */
export interface RawReply {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly finishReason: string;
  readonly usage: ModelUsage;
  readonly provider: string;
  readonly model: string;
  readonly fallbacks: readonly Fallback[];
}

export interface DecodedCall {
  readonly toolUseId: string;
  readonly tool: string;
  readonly kind: ToolKind;
  /** What the model wrote, after it passed the tool's schema. Parse it again to get the schema's output. */
  readonly args: Json;
}

export interface DecodedTurn {
  readonly text: string;
  readonly calls: readonly DecodedCall[];
  readonly finishReason: string;
}

/** Asks the chain once. */
export type Ask = (request: ModelRequest) => Promise<RawReply>;
