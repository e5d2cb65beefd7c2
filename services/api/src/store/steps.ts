import { type Json, mapFields, shownFields } from '@checkpoint/contracts';
import type { StepView } from '@checkpoint/contracts/api';
import { type Db, instant, nullableInstant, rows } from './statements.ts';

interface StepRow {
  step: number;
  started_at: Date;
  answered_at: Date | null;
  provider: string | null;
  model: string | null;
  text: string | null;
  finish_reason: string | null;
  fallbacks: { provider: string; code: string; message: string }[];
  reprompts: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  error: { code: string; message: string; rawText?: string } | null;
  calls: {
    toolUseId: string;
    tool: string;
    kind: 'read' | 'effect' | 'finish';
    args: Json;
    output: Json;
    endedAt: string | null;
  }[];
  calls_ended_at: Date | null;
  open_calls: number;
  attempts: number;
  resumed: boolean;
}

/** Steps `from` to `to` of a run, both included; all that follow when `to` is absent. */
export async function listSteps(
  db: Db,
  runId: string,
  range: { readonly from: number; readonly to?: number },
): Promise<StepView[]> {
  const found = await rows<StepRow>(db, 'list-steps', [runId, range.from, range.to ?? null]);
  return found.map(toStep);
}

function status(step: StepRow): StepView['status'] {
  if (step.error !== null) return 'failed';
  if (step.answered_at === null) return 'thinking';
  return step.open_calls > 0 ? 'acting' : 'done';
}

function toStep(step: StepRow): StepView {
  const ended = step.answered_at !== null && step.open_calls === 0;
  return {
    step: step.step,
    startedAt: instant(step.started_at),
    answeredAt: nullableInstant(step.answered_at),
    endedAt: ended ? nullableInstant(step.calls_ended_at ?? step.answered_at) : null,
    status: status(step),
    provider: step.provider,
    model: step.model,
    fallbacks: step.fallbacks,
    reprompts: step.reprompts,
    finishReason: step.finish_reason,
    text: step.text,
    usage: { inputTokens: step.input_tokens, outputTokens: step.output_tokens, costUsd: step.cost_usd },
    error: step.error,
    calls: step.calls.map((call) => ({
      ...call,
      // Secrets are stored sealed; nobody has a use for the sealed bytes.
      args: shownFields(call.args),
      output: mapFields(call.output, (name, value) => (name === 'value' ? shownFields(value) : value)),
      endedAt: nullableInstant(call.endedAt),
    })),
    attempts: step.attempts,
    resumed: step.resumed,
  };
}
