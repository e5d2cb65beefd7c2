import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@checkpoint/testing';
import type { Job, Line } from './job.ts';

/** Milliseconds for a process to come up, or to end, on a machine that does other things too. */
const TIMEOUT_MS = 30_000;

/** A worker process that something happens to. */
export class Victim {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  readonly #lines: Line[] = [];

  constructor(job: Job) {
    const file = fileURLToPath(new URL('./worker.ts', import.meta.url));
    this.#child = spawn(process.execPath, [file], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#exit = once(this.#child, 'exit');
    // Not an argument: a job with large arguments would be too long for one.
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdin?.write(`${JSON.stringify(job)}\n`);
    if (this.#child.stdout === null) throw new Error('the worker has no stdout');
    createInterface(this.#child.stdout).on('line', (line) => this.#lines.push(JSON.parse(line) as Line));
  }

  /** What its attempts ended with, in order. */
  get attempts(): string[] {
    return this.#lines.flatMap((line) => ('attempt' in line ? [line.attempt] : []));
  }

  async heldAt(move: string): Promise<void> {
    const stands = () => this.#lines.some((line) => 'at' in line && line.at === move);
    await waitFor(`the worker to stand at ${move} (so far: ${this.attempts.join(', ')})`, stands, {
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** What the effect came to, for this worker. */
  async outcome(): Promise<string> {
    const found = () => this.#lines.flatMap((line) => ('outcome' in line ? [line.outcome] : []))[0];
    return await waitFor(`the worker's outcome`, found, { timeoutMs: TIMEOUT_MS });
  }

  /** The end of its next attempt after `count` ones. */
  async attemptAfter(count: number): Promise<string> {
    return await waitFor('the end of its attempt', () => this.attempts[count], { timeoutMs: TIMEOUT_MS });
  }

  goOn(): void {
    this.#child.stdin?.write('go\n');
  }

  stop(): void {
    this.#child.kill('SIGSTOP');
  }

  wake(): void {
    this.#child.kill('SIGCONT');
  }

  /** Kills it and waits until the kernel has said so. A process that has ended by itself is left alone. */
  async kill(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL');
    await this.#exit;
  }
}
