import type { WitnessKeyCount } from '@checkpoint/contracts';
import type { EffectView } from '@checkpoint/contracts/api';
import { listEffects } from '../store/effects.ts';
import type { Db } from '../store/statements.ts';
import type { Witness } from '../witness.ts';

/** Effects from the journal, each with what the witness recorded under its key. Null counts: it does not answer. */
export async function listEffectViews(db: Db, witness: Witness, runId: string): Promise<EffectView[]> {
  const [effects, keys] = await Promise.all([listEffects(db, runId), witness.keys(runId)]);
  const countOf = countsOf(keys);
  return effects.map((effect) => ({ ...effect, witness: countOf(effect.effectKey) }));
}

/** What the witness recorded under each key; an effect may arrive under several kinds. */
export function countsOf(
  keys: readonly WitnessKeyCount[] | null,
): (effectKey: string) => EffectView['witness'] {
  if (keys === null) return () => null;
  const counts = new Map<string, { arrivals: number; applications: number }>();
  for (const { effectKey, arrivals, applications } of keys) {
    const sum = counts.get(effectKey) ?? { arrivals: 0, applications: 0 };
    counts.set(effectKey, {
      arrivals: sum.arrivals + arrivals,
      applications: sum.applications + applications,
    });
  }
  return (effectKey) => counts.get(effectKey) ?? { arrivals: 0, applications: 0 };
}
