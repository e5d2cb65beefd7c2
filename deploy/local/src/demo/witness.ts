import { WITNESS_KINDS, type WitnessCounts } from '@checkpoint/contracts';

/** Asks the witness itself, not the API: the count is taken outside the system. */
export async function countsAt(witnessUrl: string, runId: string): Promise<WitnessCounts> {
  const response = await fetch(`${witnessUrl}/counts?runId=${runId}`);
  if (!response.ok) throw new Error(`the witness answered ${response.status}`);
  return (await response.json()) as WitnessCounts;
}

export function inWords(counts: WitnessCounts): string {
  return WITNESS_KINDS.map((kind) => {
    const { arrivals, applications, distinctKeys, duplicates } = counts.byKind[kind];
    return `${kind}: ${arrivals} arrivals, ${applications} applications, ${distinctKeys} keys, ${duplicates} duplicates`;
  }).join('; ');
}
