/**
 * `npm run test:mutants [-- <name>…]`: breaks the protocol on purpose, one way at a time, and runs the schedules and, if
 * they do not notice, the crash matrix on the broken copy. Each mutant must be killed. The last line is
 * `mutants killed n/n`; the exit code is 0 only if all were.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { withPostgres } from '../fixtures/own-postgres.ts';
import { mutatedCopy } from './copy.ts';
import { MUTANTS, type Mutant } from './mutants.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Mutants at the same time: each keeps one core busy. */
const CONCURRENCY = 2;

interface Check {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
}

const CHECKS: readonly Check[] = [
  {
    name: 'schedules',
    file: 'test/schedules/main.ts',
    args: [
      '--seed',
      '1',
      '--departures',
      '1',
      '--random',
      '4000',
      '--within',
      '60',
      '--lanes',
      '2',
      '--first',
    ],
  },
  { name: 'crash matrix', file: 'test/matrix/main.ts', args: ['--short', '--no-table'] },
];

interface Verdict {
  readonly killer: string;
  readonly evidence: string;
}

async function kill(mutant: Mutant): Promise<Verdict | undefined> {
  const folder = mutatedCopy(mutant);
  try {
    for (const { name, file, args } of CHECKS) {
      const { code, output } = await runNode([join(folder, file), ...args]);
      // A check that could not run at all shows nothing: only one that says what failed kills.
      if (code !== 0 && /, [1-9]\d* failed/.test(output))
        return { killer: name, evidence: evidenceOf(output) };
      if (code !== 0) throw new Error(`${mutant.name}: the ${name} could not run:\n${output.slice(-2_000)}`);
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first broken promise, with the schedule or cell that broke it. */
function evidenceOf(output: string): string {
  const lines = output.split('\n');
  const at = lines.findIndex((line) => line.includes('✖') || line.includes('FAIL'));
  return lines
    .slice(at, at + 2)
    .map((line) => line.trim().slice(0, 200))
    .join(' → ');
}

async function runNode(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  const chosen = given.length === 0 ? MUTANTS : MUTANTS.filter(({ name }) => given.includes(name));
  // The same checks on a copy that is not broken: if they were red anyway, a killed mutant would show nothing.
  const control = await kill({ name: 'unbroken', why: 'the control', edits: [] });
  if (control !== undefined) {
    say(`✖ the unbroken copy fails the ${control.killer}: ${control.evidence}`);
    return 1;
  }
  say('✔ the unbroken copy passes the schedules and the crash matrix');
  const left = [...chosen];
  let killed = 0;
  const work = async (): Promise<void> => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const begun = performance.now();
      const verdict = await kill(mutant);
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
      if (verdict !== undefined) killed += 1;
      const how = verdict === undefined ? 'SURVIVED' : `killed by the ${verdict.killer}: ${verdict.evidence}`;
      say(`${verdict === undefined ? '✖' : '✔'} ${mutant.name} (${mutant.why}), ${seconds} s\n    ${how}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  say(`mutants killed ${killed}/${chosen.length}`);
  return killed === chosen.length && killed > 0 ? 0 : 1;
}

process.exitCode = await withPostgres(main);
