import type { EffectView } from '../api/types.ts';
import { plural } from '../lib/text.ts';
import { Labelled } from './sign.tsx';

/** What the receiving side recorded under a key. More than one application is a duplicate. */
export function WitnessRecord({ witness }: { witness: EffectView['witness'] }) {
  if (witness === null) return <Labelled meaning="person">does not answer</Labelled>;
  const words = `${plural(witness.arrivals, 'arrival')}, ${plural(witness.applications, 'application')}`;
  if (witness.applications > 1) return <Labelled meaning="wrong">{words}</Labelled>;
  return <>{words}</>;
}
