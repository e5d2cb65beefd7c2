/** One line a check. A check prints what was observed, and a scene that throws fails with what it threw. */
export interface Checks {
  check(name: string, passed: boolean, observed: string): void;
  /** A line that is no check: what happens now, or a number worth knowing. */
  note(line: string): void;
  readonly passed: number;
  readonly failed: number;
}

const NAME_WIDTH = 62;

export function createChecks(write: (line: string) => void): Checks {
  const counts = { passed: 0, failed: 0 };
  return {
    check(name, passed, observed) {
      counts[passed ? 'passed' : 'failed'] += 1;
      write(`${passed ? 'PASS' : 'FAIL'}  ${name.padEnd(NAME_WIDTH)}  ${observed}`);
    },
    note: (line) => write(`      ${line}`),
    get passed() {
      return counts.passed;
    },
    get failed() {
      return counts.failed;
    },
  };
}
