/** One line a check, and a copy for machines. A check that throws fails with what it threw. */
export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly observed: string;
}

export interface Checks {
  readonly results: readonly CheckResult[];
  /** Prints `PASS|FAIL  name  observed`. Returns whether it passed. */
  check(name: string, passed: boolean, observed: string): boolean;
  /** Prints a line that is no check: what happens now, or a number worth knowing. */
  note(line: string): void;
}

const NAME_WIDTH = 58;

export function createChecks(write: (line: string) => void): Checks {
  const results: CheckResult[] = [];
  return {
    results,
    check(name, passed, observed) {
      results.push({ name, passed, observed });
      write(`${passed ? 'PASS' : 'FAIL'}  ${name.padEnd(NAME_WIDTH)}  ${observed}`);
      return passed;
    },
    note: (line) => write(`      ${line}`),
  };
}
