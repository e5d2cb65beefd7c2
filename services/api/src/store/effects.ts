import type { DeliveryClass, EffectAttemptOutcome, EffectState } from '@checkpoint/contracts';
import type { EffectResolution, EffectView } from '@checkpoint/contracts/api';
import { type Db, instant, nullableInstant, rows } from './statements.ts';

export interface EffectRow {
  key: string;
  step: number;
  tool_use_id: string;
  tool: string;
  delivery: DeliveryClass;
  state: EffectState;
  epoch: number;
  worker_id: string;
  args_sha256: string;
  provider_ref: string | null;
  error: string | null;
  intended_at: Date;
  applied_at: Date | null;
  attempts: {
    epoch: number;
    workerId: string;
    startedAt: string;
    endedAt: string | null;
    outcome: EffectAttemptOutcome | null;
  }[];
  resolution: EffectResolution | null;
}

/** Effects of a run in the order of their steps. Model calls are journaled too, but they are no effects. */
export async function listEffects(db: Db, runId: string): Promise<Omit<EffectView, 'witness'>[]> {
  return (await rows<EffectRow>(db, 'list-effects', [runId])).map(toEffect);
}

export function toEffect(effect: EffectRow): Omit<EffectView, 'witness'> {
  return {
    effectKey: effect.key,
    step: effect.step,
    toolUseId: effect.tool_use_id,
    tool: effect.tool,
    delivery: effect.delivery,
    state: effect.state,
    epoch: effect.epoch,
    workerId: effect.worker_id,
    argsSha256: effect.args_sha256,
    providerRef: effect.provider_ref,
    error: effect.error,
    intendedAt: instant(effect.intended_at),
    appliedAt: nullableInstant(effect.applied_at),
    attempts: effect.attempts.map((attempt) => ({
      ...attempt,
      startedAt: instant(attempt.startedAt),
      endedAt: nullableInstant(attempt.endedAt),
    })),
    resolution: effect.resolution && {
      ...effect.resolution,
      decidedAt: instant(effect.resolution.decidedAt),
    },
  };
}
