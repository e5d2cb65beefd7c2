import type { AttemptView } from '../../api/types.ts';

/** A worker as this run's page names it: a letter and a hue, in the order in which workers first touched the run. */
export interface WorkerName {
  readonly letter: string;
  /** 0 to `HUES - 1`; the styles hold the colours. Letters go on where hues repeat. */
  readonly hue: number;
  readonly workerId: string;
  readonly attempts: number;
  readonly diedAt: string | null;
}
export type WorkerNames = ReadonlyMap<string, WorkerName>;

export const HUES = 6;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Names the workers of a run. */
export function nameWorkers(attempts: readonly AttemptView[]): WorkerNames {
  const inOrder = attempts.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  const names = new Map<string, WorkerName>();
  for (const { workerId, workerDiedAt } of inOrder) {
    const known = names.get(workerId);
    const ordinal = known ? 0 : names.size;
    names.set(workerId, {
      workerId,
      letter: known?.letter ?? letter(ordinal),
      hue: known?.hue ?? ordinal % HUES,
      attempts: (known?.attempts ?? 0) + 1,
      diedAt: known?.diedAt ?? workerDiedAt,
    });
  }
  return names;
}

/** A to Z, then A2 to Z2: a run that was killed often meets many workers. */
function letter(ordinal: number): string {
  const round = Math.floor(ordinal / LETTERS.length);
  return `${LETTERS[ordinal % LETTERS.length]}${round === 0 ? '' : round + 1}`;
}
