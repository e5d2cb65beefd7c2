import microdiff from 'microdiff';
import type { Change, Json } from '../../api/types.ts';

/** What differs, argument by argument, in the order of their names: as the API will tell it. */
export function difference(from: Json, to: Json): Change[] {
  const changes = microdiff(from as Record<string, unknown>, to as Record<string, unknown>, {
    cyclesFix: false,
  });
  const named = changes.map((change) => ({
    path: change.path.join('.'),
    ...(change.type === 'CREATE' ? {} : { from: change.oldValue as Json }),
    ...(change.type === 'REMOVE' ? {} : { to: change.value as Json }),
  }));
  return named.sort((a, b) => (a.path < b.path ? -1 : 1));
}
