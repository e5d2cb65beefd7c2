import type { EffectState } from '@checkpoint/contracts';
import type { RunReport } from '@checkpoint/contracts/api';
import { type Db, rows } from './statements.ts';

interface UndoneRow {
  step: number;
  tool_use_id: string;
  tool: string;
  state: EffectState | null;
  error: string | null;
  output: { ok?: boolean; error?: { code: string; message: string } } | null;
}

/** What a run did, did not do, and cannot tell. An intent that is not settled counts as unknown: it may have been sent. */
export async function runReport(db: Db, runId: string): Promise<RunReport> {
  const effects = await rows<{
    key: string;
    tool: string;
    state: EffectState;
    provider_ref: string | null;
    error: string | null;
  }>(db, 'report-effects', [runId]);
  const undone = await rows<UndoneRow>(db, 'report-undone', [runId]);
  return {
    done: effects
      .filter((effect) => effect.state === 'applied')
      .map((effect) => ({ effectKey: effect.key, tool: effect.tool, providerRef: effect.provider_ref })),
    undone: undone.map((call) => ({
      step: call.step,
      toolUseId: call.tool_use_id,
      tool: call.tool,
      why: why(call),
    })),
    unknown: effects
      .filter((effect) => effect.state !== 'applied')
      .map((effect) => ({
        effectKey: effect.key,
        tool: effect.tool,
        error: effect.state === 'intended' ? 'intended and not settled: it may have been sent' : effect.error,
      })),
  };
}

function why(call: UndoneRow): string {
  if (call.state === 'rejected') return `refused: ${call.error ?? 'the receiver gave no reason'}`;
  const failure = call.output?.error;
  return failure === undefined ? 'it was never begun' : `${failure.code}: ${failure.message}`;
}
