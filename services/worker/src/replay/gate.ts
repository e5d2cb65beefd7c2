import { type Code, replay } from './replay.ts';
import type { NamedHistory } from './stored.ts';

/** Characters of a line's name, so that lines stand under each other. */
const NAME_WIDTH = 44;

/** Replays all and prints a line each and the sum. Returns the exit code: 1 when one was refused. */
export async function runGate(
  code: Code,
  histories: readonly NamedHistory[],
  say: (line: string) => void,
): Promise<0 | 1> {
  let failed = 0;
  for await (const { name, runId, events, refused } of replay(code, histories)) {
    if (refused === undefined) {
      say(`PASS  ${name.padEnd(NAME_WIDTH)} ${events} events`);
      continue;
    }
    failed += 1;
    say(`FAIL  ${name.padEnd(NAME_WIDTH)} run ${runId}, event ${refused.event}: ${refused.cause}`);
  }
  say(`${histories.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
