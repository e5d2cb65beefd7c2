import { asError, type Done, type Json, NotSent, Refused } from '@checkpoint/contracts';
import type { EffectContext, ReadContext } from '../define-tool.ts';
import type { ThreadOutcome, ThreadTask } from './context.ts';
import { type Permit, permitIn } from './permit.ts';
import { threads } from './pool.ts';

/** Milliseconds between renewals of what the thread may do: several within the shortest lease that a worker has. */
const RENEW_MS = 200;

/** Calls of a function in a thread: what `inThread` returns. */
export type InThread<Input, Settings> = (
  input: Input,
  context: ReadContext<Settings> | EffectContext<Settings>,
) => Promise<Done>;

// biome-ignore lint/suspicious/noExplicitAny: only the identity of the functions is kept.
const made = new WeakSet<InThread<any, any>>();

/**
 * Runs a tool in a worker thread, so that however long it computes, heartbeats and the lease go on. Give it as a tool's
 * `execute`, or call it from one:
 *
 *     execute: inThread(new URL('./render-report.ts', import.meta.url)),
 *
 * The module exports a `ThreadFunction` under `name`. Input, settings and result are copied, so they must be data. When
 * the tool's signal is aborted the thread is ended at once. Throws what the function throws; NotSent when it never began.
 */
export function inThread<Input, Settings = unknown>(
  module: URL,
  name = 'default',
): InThread<Input, Settings> {
  const call: InThread<Input, Settings> = async (input, context) => {
    const { signal, ...fields } = context;
    const permit = permitIn();
    const task: ThreadTask = {
      module: module.href,
      name,
      input,
      context: dataOf(fields),
      permit: permit.memory,
    };
    const renew = (): void => permit.grant('remainingMs' in context ? context.remainingMs() : undefined);
    renew();
    const renewing = setInterval(renew, RENEW_MS);
    try {
      return resultOf(await runIn(task, permit, signal));
    } finally {
      clearInterval(renewing);
    }
  };
  made.add(call);
  return call;
}

// biome-ignore lint/suspicious/noExplicitAny: it is asked about functions of every kind.
export function isInThread(execute: (...values: any[]) => unknown): boolean {
  return made.has(execute as never);
}

async function runIn(task: ThreadTask, permit: Permit, signal: AbortSignal): Promise<ThreadOutcome> {
  try {
    const pool = await threads();
    return (await pool.run(task, { signal })) as ThreadOutcome;
  } catch (thrown) {
    const error = asError(thrown);
    // Ended while it waited, or its arguments could not be copied: the tool's own code has done nothing.
    if (!permit.hasBegun()) throw new NotSent(`the thread of the tool did not begin: ${error.message}`);
    throw signal.aborted ? asError(signal.reason) : error;
  }
}

function resultOf(outcome: ThreadOutcome): Done {
  switch (outcome.kind) {
    case 'done':
      return outcome.done;
    case 'refused':
      throw new Refused(outcome.message, outcome.reason as Json);
    case 'not_sent':
      throw new NotSent(outcome.message);
    case 'failed':
      throw Object.assign(new Error(outcome.message), { name: outcome.name, stack: outcome.stack });
  }
}

/** Without functions: `remainingMs` is made anew in the thread, and a database client stays where it is. */
function dataOf(fields: object): Record<string, unknown> {
  const isData = ([name, value]: [string, unknown]) => typeof value !== 'function' && name !== 'client';
  return Object.fromEntries(Object.entries(fields).filter(isData));
}
