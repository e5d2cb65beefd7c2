import { spawn } from 'node:child_process';

/** Lines of a failed command's output that the error shows. */
const LINES_SHOWN = 40;

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs a program to its end and returns what it said, whatever its exit code. Throws when it cannot be started. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd, env = {}, input } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Ran>();
  const child = spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  // A program that ends before it has read its input is judged by its exit code.
  child.stdin.on('error', () => undefined).end(input);
  child.once('error', reject);
  child.once('close', (code) => resolve({ code: code ?? 1, output, errors }));
  return await promise;
}

/** As `run`, and throws with the end of what the program said when it fails. */
export async function succeed(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output, errors } = await run(command, args, options);
  if (code === 0) return output;
  const said = `${output}\n${errors}`.trim().split('\n').slice(-LINES_SHOWN).join('\n');
  throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${said}`);
}
